/** Maximum length of the last log line in the message of a run. */
const LOG_CHARACTERS = 500;
/** Maximum length of a message on the wire. */
export const MESSAGE_CHARACTERS = 2_000;

/** Message of a run: its sentences in one paragraph, and the last line of its log below them. Without a sentence the log line stands alone. */
export function runMessage(sentences: readonly string[], lastLogLine: string): string {
  const text = sentences.filter((sentence) => sentence !== '').join(' ');
  const line = lastLogLine.slice(0, LOG_CHARACTERS);
  if (text === '' || line === '') return (text || line).slice(0, MESSAGE_CHARACTERS);
  // The log line is text of the author: without its label it reads like the end of the last sentence.
  const logged = `\nLast log line: ${line}`;
  return `${text.slice(0, MESSAGE_CHARACTERS - logged.length)}${logged}`;
}
