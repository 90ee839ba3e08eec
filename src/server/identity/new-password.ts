export const MIN_PASSWORD_CHARS = 8;
export const MAX_PASSWORD_CHARS = 256;

/** The same password typed on two machines may be composed differently. */
const plain = (text: string): string => text.normalize('NFKC');

/** May this become the user's password? Length counts; composition does not. It is neither the user's name nor the old password. */
export function isGoodNewPassword(
  newPassword: string,
  user: { readonly userName: string; readonly oldPassword: string },
): boolean {
  const password = plain(newPassword);
  if (password.length < MIN_PASSWORD_CHARS || newPassword.length > MAX_PASSWORD_CHARS) return false;
  return (
    password.toLowerCase() !== plain(user.userName).toLowerCase() && password !== plain(user.oldPassword)
  );
}
