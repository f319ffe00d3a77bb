// A fake mail server on the loopback address. It passes each e-mail to the code that started it.

import type { AddressInfo } from 'node:net';
import type { SMTPServerSession } from 'smtp-server';
import { FAKE } from '../limits.js';

/** An e-mail as the fake received it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The raw e-mail (RFC 5322). */
  readonly raw: Buffer;
}

export interface FakeMailServer {
  /** The server's URL, `smtp://127.0.0.1:…`. */
  readonly url: string;
  close(): Promise<void>;
}

interface FakeMailServerParts {
  /**
   * Resolves when the e-mail is stored. If it rejects, the server replies 451, so the client sends
   * the e-mail again.
   */
  readonly onMail: (mail: ReceivedMail) => Promise<void>;
  /** Returns the SMTP reply that refuses an address, such as `550 5.1.1 no such user`. */
  readonly refuse?: (address: string) => string | undefined;
  /** The name and password that clients must send. Without them, every client may send. */
  readonly login?: { readonly user: string; readonly password: string };
}

/** Starts the server on a free port. */
export async function startFakeMailServer(parts: FakeMailServerParts): Promise<FakeMailServer> {
  const { login } = parts;
  const { SMTPServer } = await import('smtp-server');
  const server = new SMTPServer({
    disabledCommands: login === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: FAKE.closeTimeoutMs,
    size: FAKE.mailBytesMax,
    onAuth: (auth, _session, done) =>
      auth.username === login?.user && auth.password === login?.password
        ? done(null, { user: auth.username })
        : done(answer('535 5.7.8 wrong name or password')),
    onRcptTo: ({ address }, _session, done) => {
      const refused = parts.refuse?.(address);
      done(refused === undefined ? null : answer(refused));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        parts
          .onMail(mailOf(session, Buffer.concat(chunks)))
          .then(() => done(null))
          .catch(() => done(answer('451 4.3.0 not kept, try again')));
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${portOf(server.server.address())}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function mailOf({ envelope }: SMTPServerSession, raw: Buffer): ReceivedMail {
  const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
  return { from, to: envelope.rcptTo.map(({ address }) => address), raw };
}

// Returns an error whose code and message the server sends as its reply.
function answer(reply: string): Error {
  const [code = '451', ...words] = reply.split(' ');
  return Object.assign(new SmtpRefusal(words.join(' ')), { responseCode: Number(code) });
}

class SmtpRefusal extends Error {}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
