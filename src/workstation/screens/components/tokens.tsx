import styles from './Components.module.css';

/** Colours by what they mean, as style sheets name them. */
const COLOURS: readonly (readonly [group: string, names: readonly string[]])[] = [
  [
    'Surfaces',
    [
      'surface-desk',
      'surface-panel',
      'surface-bar',
      'surface-header',
      'surface-field',
      'surface-float',
      'surface-hover',
      'surface-selected',
      'surface-disabled',
    ],
  ],
  ['Text', ['text', 'text-muted', 'text-faint', 'accent-text']],
  ['Lines', ['hairline', 'hairline-faint', 'control-border', 'focus']],
  [
    'Actions',
    ['accent', 'accent-hover', 'danger', 'danger-surface', 'warning', 'warning-surface', 'success'],
  ],
  [
    'Sides and prices',
    [
      'side-buy',
      'side-buy-surface',
      'side-sell',
      'side-sell-surface',
      'price-up',
      'price-down',
      'flash-up',
      'flash-down',
    ],
  ],
  ['Links', ['link-1', 'link-2', 'link-3', 'link-4', 'link-5', 'link-6', 'link-7', 'link-8']],
];
const SIZES = ['size-caption', 'size-grid', 'size-text', 'size-heading'] as const;

/** The colours and sizes of text that style sheets use. */
export function Tokens() {
  return (
    <>
      {COLOURS.map(([group, names]) => (
        <section key={group} className={styles.specimen} aria-label={group}>
          <h3>{group}</h3>
          <ul className={styles.swatches}>
            {names.map((name) => (
              <li key={name}>
                <span className={styles.swatch} style={{ background: `var(--${name})` }} />
                <code>--{name}</code>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section className={styles.specimen} aria-label="Sizes of text">
        <h3>Sizes of text</h3>
        {SIZES.map((name) => (
          <p key={name} style={{ fontSize: `var(--${name})` }}>
            SPY 707.62 +0.57% <code>--{name}</code>
          </p>
        ))}
      </section>
    </>
  );
}
