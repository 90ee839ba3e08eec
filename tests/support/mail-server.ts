import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail that arrived, as it was sent. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly headers: string;
  readonly body: string;
}

/** A mail server on loopback that delivers nothing. */
export interface MailServer {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** Reply code for every recipient; undefined = they are accepted. */
  refusal: number | undefined;
  close(): Promise<void>;
}

/** Starts a mail server on a free port. Its only user is `deck` with the password `ri/ght@1`. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === 'deck' && password === 'ri/ght@1') done(null, { user: username });
      else done(new Error('Invalid username or password'));
    },
    onRcptTo(_address, _session, done) {
      const { refusal } = mailServer;
      done(refusal === undefined ? null : Object.assign(new Error('Refused'), { responseCode: refusal }));
    },
    async onData(stream, { envelope }, done) {
      const [headers = '', ...body] = (await text(stream)).split('\r\n\r\n');
      mails.push({
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        to: envelope.rcptTo.map(({ address }) => address),
        headers,
        body: body.join('\r\n\r\n').replaceAll('=\r\n', '').replaceAll('\r\n', '\n'),
      });
      done();
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const mailServer: MailServer = {
    // A TCP server's address is an AddressInfo once it listens.
    port: (server.server.address() as AddressInfo).port,
    mails,
    refusal: undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}
