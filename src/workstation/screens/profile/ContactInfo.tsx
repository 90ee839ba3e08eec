import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ContactInfo as Contact } from '../../../client/types.ts';
import { TextField } from '../../../ui/index.ts';
import { useDesk, useSessionState } from '../../desk-context.ts';
import { NotInDemo } from '../NotInDemo.tsx';
import { onEscape } from '../parts.tsx';
import styles from './Profile.module.css';
import { CountrySelect } from './CountrySelect.tsx';
import { Done } from './Done.tsx';
import { BACK_TO_PROFILE, FormFoot, Page, PROFILE_PATH, useCall } from './page-parts.tsx';

const TITLE = 'Contact info';
/** As long as the server takes a field, characters. */
const MAX_LENGTH = 256;
const EMPTY: Contact = {
  FirstName: '',
  LastName: '',
  Phone: '',
  MobilePhone: '',
  Email: '',
  Address: '',
  AddressLine2: '',
  City: '',
  State: '',
  Zip: '',
  Country: '',
};

type TextName = Exclude<keyof Contact, 'Country'>;
interface FieldSpec {
  readonly name: TextName;
  readonly label: string;
  readonly autoComplete: string;
  readonly type?: 'tel' | 'email';
  readonly isWide?: boolean;
}
const FIELDS: readonly FieldSpec[] = [
  { name: 'FirstName', label: 'First name', autoComplete: 'given-name' },
  { name: 'LastName', label: 'Last name', autoComplete: 'family-name' },
  { name: 'Phone', label: 'Phone', autoComplete: 'tel', type: 'tel' },
  { name: 'MobilePhone', label: 'Cell phone', autoComplete: 'tel', type: 'tel' },
  { name: 'Email', label: 'Email', autoComplete: 'email', type: 'email', isWide: true },
  { name: 'Address', label: 'Address line 1', autoComplete: 'address-line1', isWide: true },
  { name: 'AddressLine2', label: 'Address line 2', autoComplete: 'address-line2', isWide: true },
  { name: 'City', label: 'City', autoComplete: 'address-level2' },
  { name: 'State', label: 'State', autoComplete: 'address-level1' },
  { name: 'Zip', label: 'Zip', autoComplete: 'postal-code' },
];

function contactOf(profile: Contact | null): Contact {
  if (profile === null) return EMPTY;
  const { FirstName, LastName, Phone, MobilePhone, Email, Address, AddressLine2, City, State, Zip, Country } =
    profile;
  return { FirstName, LastName, Phone, MobilePhone, Email, Address, AddressLine2, City, State, Zip, Country };
}

/** Name, phones, mail and address of the user. The browser checks the mail address; all else is the server's to judge. */
export function ContactInfo() {
  const { platform } = useDesk();
  const session = useSessionState();
  const navigate = useNavigate();
  const call = useCall();
  const form = useRef<HTMLFormElement>(null);
  const [contact, setContact] = useState(() => contactOf(session.profile));
  const [emailError, setEmailError] = useState<string | null>(null);
  if (session.isDemo)
    return <NotInDemo title={TITLE} action="Changing contact info" back={BACK_TO_PROFILE} />;
  if (call.state === 'done') return <Done title={TITLE} text="Contact info has been saved" />;
  const change = (part: Partial<Contact>) => setContact({ ...contact, ...part });
  function submit() {
    const wrong = form.current?.querySelector<HTMLInputElement>('input:invalid') ?? null;
    setEmailError(wrong?.validationMessage ?? null);
    if (wrong !== null) wrong.focus();
    else void call.run(() => platform.user.updateContact(contact));
  }
  return (
    <Page title={TITLE} back={BACK_TO_PROFILE}>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onKeyDown={onEscape(() => void navigate(PROFILE_PATH))}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className={styles.fields}>
          {FIELDS.map(({ name, label, autoComplete, type = 'text', isWide = false }) => (
            <div key={name} data-wide={isWide}>
              <TextField
                label={label}
                name={name}
                type={type}
                autoComplete={autoComplete}
                maxLength={MAX_LENGTH}
                value={contact[name]}
                onChange={(value) => change({ [name]: value })}
                error={type === 'email' ? emailError : null}
              />
            </div>
          ))}
          <CountrySelect value={contact.Country} onChange={(Country) => change({ Country })} />
        </div>
        <FormFoot call={call} submit="Save" progress="Saving..." progressLabel="Saving the contact info" />
      </form>
    </Page>
  );
}
