/**
 * Returns the function that closes a dialog, after `mayLeave` has agreed where there is one. Only one `mayLeave` runs at a time: the key
 * press that answers its prompt may reach the dialog below as well.
 */
export function leaveBy(leave: () => void, mayLeave: (() => Promise<boolean>) | undefined): () => void {
  let isChecking = false;
  return () => {
    if (mayLeave === undefined) {
      leave();
      return;
    }
    if (isChecking) return;
    isChecking = true;
    void mayLeave().then((isAgreed) => {
      if (isAgreed) leave();
      setTimeout(() => {
        isChecking = false;
      });
    });
  };
}
