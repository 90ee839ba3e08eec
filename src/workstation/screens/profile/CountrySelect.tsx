import { ChevronsUpDown } from 'lucide-react';
import { useId } from 'react';
import { countries } from '../countries.ts';
import styles from './Profile.module.css';

/** The country of an address, or none: the browser's own list, which every keyboard, reader and phone knows. */
export function CountrySelect({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (code: string) => void;
}) {
  const id = useId();
  return (
    <div className={styles.country}>
      <label htmlFor={id}>Country</label>
      <div>
        <select
          id={id}
          name="Country"
          autoComplete="country"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">Choose a country</option>
          {countries.map((country) => (
            <option key={country.value} value={country.value}>
              {country.label}
            </option>
          ))}
        </select>
        <ChevronsUpDown size={13} aria-hidden />
      </div>
    </div>
  );
}
