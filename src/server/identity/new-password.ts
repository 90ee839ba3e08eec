export const MIN_PASSWORD_CHARS = 8;
export const MAX_PASSWORD_CHARS = 256;

/** The same password typed on two machines may be composed differently. */
const plain = (text: string): string => text.normalize('NFKC');

const MIN_DISTINCT_CHARS = 4;
const REPEATED_PART = /^(.{1,4})\1+$/su;

/** Blank, of fewer than four different characters, or a short part said again and again. */
export function isTrivialPassword(password: string): boolean {
  const text = plain(password).toLowerCase();
  return text.trim() === '' || new Set(text).size < MIN_DISTINCT_CHARS || REPEATED_PART.test(text);
}

/** May this become the user's password? Length counts; composition does not, unless it is trivial. It is neither the user's name nor the old password. */
export function isGoodNewPassword(
  newPassword: string,
  user: { readonly userName: string; readonly oldPassword: string },
): boolean {
  const password = plain(newPassword);
  if (password.length < MIN_PASSWORD_CHARS || newPassword.length > MAX_PASSWORD_CHARS) return false;
  if (isTrivialPassword(password)) return false;
  return (
    password.toLowerCase() !== plain(user.userName).toLowerCase() && password !== plain(user.oldPassword)
  );
}
