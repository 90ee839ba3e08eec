/** The screens of the profile: one chunk, loaded when the first of them is opened. */
export { ApiKeys } from './ApiKeys.tsx';
export { ChangePassword } from './ChangePassword.tsx';
export { ContactInfo } from './ContactInfo.tsx';
export { Passkeys } from './Passkeys.tsx';
export { Profile } from './Profile.tsx';
export { TwoStep } from './TwoStep.tsx';
export { TradingProfile } from './TradingProfile.tsx';
