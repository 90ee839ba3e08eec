import { Bell, Search } from 'lucide-react';
import {
  Button,
  Checkbox,
  Combobox,
  FileButton,
  IconButton,
  KeyRecorder,
  NumberField,
  PasswordField,
  Select,
  Tabs,
  TextField,
} from '../../../ui/index.ts';
import { Held, type Specimen } from './specimen.tsx';

const nothing = (): void => {};

const SIDES = [
  { value: 'Buy', label: 'Buy' },
  { value: 'Sell', label: 'Sell' },
  { value: 'Short', label: 'Short', isDisabled: true },
] as const;
const EXCHANGES = [
  { value: 'ARCA', label: 'NYSE Arca', group: 'NYSE' },
  { value: 'NYSE', label: 'New York Stock Exchange', group: 'NYSE' },
  { value: 'NASDAQ', label: 'Nasdaq', group: 'Nasdaq' },
  { value: 'BX', label: 'Nasdaq BX', group: 'Nasdaq' },
];

const BUTTONS: readonly Specimen[] = [
  {
    component: 'Button',
    use: 'An action with a name. One primary button in a place: the thing to do next.',
    states: (['neutral', 'primary', 'danger', 'quiet'] as const).flatMap((tone) => [
      { name: tone, content: <Button tone={tone}>Send order</Button> },
      {
        name: `${tone}, disabled`,
        content: (
          <Button tone={tone} disabled>
            Send order
          </Button>
        ),
      },
    ]),
  },
  {
    component: 'IconButton',
    use: 'An action in a bar that is used often. Its name is its tooltip, so that no icon has to be guessed.',
    states: [
      {
        name: 'plain',
        content: (
          <IconButton label="Look up a symbol">
            <Search size={16} />
          </IconButton>
        ),
      },
      {
        name: 'a toggle that is on',
        content: (
          <Held<boolean> initial>
            {(isOn, change) => (
              <IconButton label="Alert sound" isOn={isOn} onClick={() => change(!isOn)}>
                <Bell size={16} />
              </IconButton>
            )}
          </Held>
        ),
      },
      {
        name: 'disabled',
        content: (
          <IconButton label="Look up a symbol, not connected" disabled>
            <Search size={16} />
          </IconButton>
        ),
      },
    ],
  },
  {
    component: 'FileButton',
    use: 'Lets the user choose a file. The same file can be chosen again.',
    states: [
      {
        name: 'shows what was chosen',
        content: (
          <Held initial="No file chosen">
            {(text, change) => (
              <>
                <FileButton label="Symbols, CSV" accept=".csv" onChoose={({ name }) => change(name)}>
                  Choose CSV…
                </FileButton>{' '}
                {text}
              </>
            )}
          </Held>
        ),
      },
    ],
  },
  {
    component: 'KeyRecorder',
    use: 'Records the next press as a key. The rule is shown while it waits; Escape keeps the key that was there.',
    states: [
      {
        name: 'records function keys',
        content: (
          <Held initial="F2">
            {(key, change) => (
              <KeyRecorder
                label="Key of Buy"
                value={key}
                rule="Press a function key"
                read={({ code }) =>
                  /^F\d+$/.test(code)
                    ? { ok: true, value: code }
                    : { ok: false, error: 'This is no function key.' }
                }
                onRecord={change}
              />
            )}
          </Held>
        ),
      },
      {
        name: 'with a problem',
        content: (
          <KeyRecorder
            label="Key of Sell"
            value="F2"
            problem="F2 is the key of two lines"
            rule="Press a function key"
            read={({ code }) => ({ ok: true, value: code })}
            onRecord={() => {}}
          />
        ),
      },
    ],
  },
];

const TEXTS: readonly Specimen[] = [
  {
    component: 'TextField',
    use: 'A line of text. The message under it says what is wrong and what would be right.',
    states: [
      {
        name: 'typed in',
        content: (
          <Held initial="SPY">
            {(value, change) => <TextField label="Symbol" value={value} onChange={change} />}
          </Held>
        ),
      },
      {
        name: 'empty, with a placeholder and a hint',
        content: (
          <Held initial="">
            {(value, change) => (
              <TextField
                label="Name"
                value={value}
                onChange={change}
                placeholder="Morning scan"
                hint="Up to 30 characters"
              />
            )}
          </Held>
        ),
      },
      {
        name: 'with an error',
        content: <TextField label="Quantity" value="12x" onChange={nothing} error="Enter a whole number." />,
      },
      {
        name: 'disabled',
        content: <TextField label="Account" value="DEMO-1001" onChange={nothing} disabled />,
      },
    ],
  },
  {
    component: 'PasswordField',
    use: 'A password, with a button that shows it.',
    states: [
      {
        name: 'typed in',
        content: (
          <Held initial="correct horse">
            {(value, change) => (
              <PasswordField label="Password" value={value} onChange={change} autoComplete="off" />
            )}
          </Held>
        ),
      },
    ],
  },
  {
    component: 'NumberField',
    use: 'A number with arrow keys and buttons; Shift makes ten steps. It never changes what was typed: the owner validates it.',
    states: [
      {
        name: 'whole',
        content: (
          <Held<number | null> initial={100}>
            {(value, change) => (
              <NumberField label="Shares" value={value} onChange={change} min={0} step={100} />
            )}
          </Held>
        ),
      },
      {
        name: 'with decimals, without buttons',
        content: (
          <Held<number | null> initial={684.27}>
            {(value, change) => (
              <NumberField
                label="Limit price"
                value={value}
                onChange={change}
                decimals={2}
                step={0.01}
                hasSteppers={false}
              />
            )}
          </Held>
        ),
      },
      {
        name: 'with an error',
        content: (
          <NumberField label="Stop price" value={null} onChange={nothing} error="Enter a price above 0." />
        ),
      },
      { name: 'disabled', content: <NumberField label="Filled" value={40} onChange={nothing} isDisabled /> },
    ],
  },
];

const CHOICES: readonly Specimen[] = [
  {
    component: 'Checkbox',
    use: 'A setting that is on or off. One that cannot be changed now keeps the focus and says why.',
    states: [
      {
        name: 'on and off',
        content: (
          <Held<boolean> initial>
            {(isChecked, change) => (
              <Checkbox label="Extended hours" isChecked={isChecked} onChange={change} />
            )}
          </Held>
        ),
      },
      {
        name: 'disabled',
        content: <Checkbox label="All or none" isChecked={false} onChange={nothing} isDisabled />,
      },
      {
        name: 'refused, with the reason',
        content: (
          <Checkbox
            label="Hidden size"
            isChecked={false}
            onChange={nothing}
            refusal="The broker takes no hidden orders."
          />
        ),
      },
    ],
  },
  {
    component: 'Select',
    use: 'One of a few choices.',
    states: [
      {
        name: 'chosen, one choice disabled',
        content: (
          <Held<'Buy' | 'Sell' | 'Short'> initial="Buy">
            {(value, change) => <Select label="Side" value={value} options={SIDES} onChange={change} />}
          </Held>
        ),
      },
      {
        name: 'nothing chosen',
        content: (
          <Held<'Buy' | 'Sell' | 'Short' | null> initial={null}>
            {(value, change) => (
              <Select
                label="Direction"
                value={value}
                options={SIDES}
                onChange={change}
                placeholder="Choose a side"
              />
            )}
          </Held>
        ),
      },
      {
        name: 'with an error',
        content: (
          <Select label="Route" value={null} options={SIDES} onChange={nothing} error="Choose a route." />
        ),
      },
      {
        name: 'disabled',
        content: <Select label="Held" value="Buy" options={SIDES} onChange={nothing} isDisabled />,
      },
    ],
  },
  {
    component: 'Combobox',
    use: 'One of many choices, found by typing. Groups have headings.',
    states: [
      {
        name: 'chosen',
        content: (
          <Held<string | null> initial="ARCA">
            {(value, change) => (
              <Combobox
                label="Exchange"
                value={value}
                options={EXCHANGES}
                onChange={change}
                noMatch="No such exchange"
              />
            )}
          </Held>
        ),
      },
      {
        name: 'disabled',
        content: (
          <Combobox
            label="Venue"
            value={null}
            options={EXCHANGES}
            onChange={nothing}
            placeholder="Any"
            isDisabled
          />
        ),
      },
    ],
  },
  {
    component: 'Tabs',
    use: 'Parts of one window. Only the chosen one is mounted.',
    states: [
      {
        name: 'with a count and a control at the end',
        isWide: true,
        content: (
          <Held<'open' | 'log'> initial="open">
            {(value, change) => (
              <Tabs
                label="Orders"
                value={value}
                onChange={change}
                items={[
                  { id: 'open', label: 'Open orders', count: 3, content: <p>Three orders are working.</p> },
                  { id: 'log', label: 'Trade log', content: <p>Nothing was traded today.</p> },
                ]}
                extra={<Button tone="quiet">Cancel all…</Button>}
              />
            )}
          </Held>
        ),
      },
    ],
  },
];

/** Controls of forms and bars. */
export const CONTROLS: readonly Specimen[] = [...BUTTONS, ...TEXTS, ...CHOICES];
