// A bound session with an SMS centre, which is reopened whenever it ends.

import { randomUUID } from 'node:crypto';
import smpp, { type Pdu, type Session } from 'smpp';
import type { GatewayTools } from '../../modules/crm/index.js';
import { SMPP, type SmppPauses } from '../limits.js';
import { keepOctets } from './pdu-octets.js';

/** The centre's address and login: `smpp://name:password@host:2775`, or `ssmpp:` for TLS. */
interface SmppAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly systemId: string;
  readonly password: string;
}

const PORT = { plain: 2775, tls: 3550 } as const;

export function smppAddressOf(url: string): SmppAddress {
  const { protocol, hostname, port, username, password } = new URL(url);
  const tls = protocol === 'ssmpp:';
  return {
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port === '' ? (tls ? PORT.tls : PORT.plain) : Number(port),
    tls,
    systemId: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
}

/** The response to a request, or the reason why there was none. */
export type SmppAnswer =
  | { readonly pdu: Pdu }
  /** The request was not sent. */
  | { readonly unsent: string }
  /** The request was sent, but it is unknown whether it was accepted. */
  | { readonly lost: string };

export interface SmppLine {
  bound(): boolean;
  /** Submits a message, or one part of it. */
  submit(members: object, signal: AbortSignal): Promise<SmppAnswer>;
  close(): Promise<void>;
}

interface State {
  session: Session | undefined;
  bound: boolean;
  closing: boolean;
  failures: number;
  timer: NodeJS.Timeout | undefined;
  /** Callbacks that end the pending waits for responses. */
  readonly waiting: Set<(reason: string) => void>;
}

interface Line {
  readonly address: SmppAddress;
  readonly tools: GatewayTools;
  readonly pauses: SmppPauses;
  /**
   * Called in the order of arrival, with the octets and the connection. Resolves when the delivery
   * is stored. If it rejects, the centre delivers it again.
   */
  readonly onDeliver: (octets: Buffer, session: string) => Promise<void>;
  readonly state: State;
}

/** Opens the line. It binds shortly afterwards, and again whenever the connection is lost. */
export function openSmppLine(parts: Omit<Line, 'state'>): SmppLine {
  const state: State = {
    ...{ session: undefined, bound: false, closing: false, failures: 0, timer: undefined },
    waiting: new Set(),
  };
  const line: Line = { ...parts, state };
  keepOctets();
  connect(line);
  return {
    bound: () => state.bound,
    submit: (members, signal) => submit(state, members, signal),
    close: () => close(state),
  };
}

function connect(line: Line): void {
  const { address, state } = line;
  const id = randomUUID();
  const session = smpp.connect({ host: address.host, port: address.port, tls: address.tls });
  state.session = session;
  const silence = setTimeout(() => session.destroy(), SMPP.connectTimeoutMs);
  session.on(address.tls ? 'secureConnect' : 'connect', () => {
    clearTimeout(silence);
    bind(line, session);
  });
  // The package cannot continue reading after a malformed PDU, so the session is reopened.
  session.on('error', () => session.destroy());
  session.on('close', () => {
    clearTimeout(silence);
    reopen(line, session);
  });
  session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()));
  session.on('unbind', (pdu: Pdu) => {
    session.send(pdu.response());
    session.close();
  });
  session.on('deliver_sm', (pdu: Pdu) => deliver(line, { session, id }, pdu));
  session.on('data_sm', (pdu: Pdu) => deliver(line, { session, id }, pdu));
}

function bind(line: Line, session: Session): void {
  const { address, state, tools } = line;
  const silence = setTimeout(() => session.destroy(), SMPP.bindTimeoutMs);
  const members = {
    ...{ system_id: address.systemId, password: address.password, interface_version: 0x34 },
  };
  session.bind_transceiver(members, (answer) => {
    clearTimeout(silence);
    if (answer.command_status !== 0) {
      tools.log.warn({ status: answer.command_status }, 'the SMS centre refused to bind');
      session.close();
      return;
    }
    state.bound = true;
    state.failures = 0;
    keepAlive(state, session);
  });
}

// Keeps a session alive. A centre that does not answer an enquire_link is unreachable, even if the
// TCP connection is still open.
function keepAlive(state: State, session: Session): void {
  let answered = true;
  const timer = setInterval(() => {
    if (!answered || session !== state.session) {
      session.destroy();
      return;
    }
    answered = false;
    session.enquire_link({}, () => {
      answered = true;
    });
  }, SMPP.enquireEveryMs);
  session.on('close', () => clearInterval(timer));
}

function reopen(line: Line, session: Session): void {
  const { state, tools, pauses } = line;
  if (state.session !== session) return;
  state.session = undefined;
  state.bound = false;
  for (const end of [...state.waiting]) end('the connection was lost before the response arrived');
  if (state.closing) return;
  const wait = Math.min(SMPP.reconnectMaxMs, pauses.reconnectFirstMs * 2 ** state.failures);
  state.failures += 1;
  tools.metrics.events.inc({ name: 'smpp_line_ended' });
  state.timer = setTimeout(() => connect(line), wait);
}

function submit(state: State, members: object, signal: AbortSignal): Promise<SmppAnswer> {
  const { session } = state;
  if (session === undefined || !state.bound) {
    return Promise.resolve({ unsent: 'the line to the SMS centre is not bound' });
  }
  return new Promise((resolve) => {
    const end = (answer: SmppAnswer) => {
      clearTimeout(silence);
      state.waiting.delete(onBreak);
      signal.removeEventListener('abort', onAbort);
      resolve(answer);
    };
    const onBreak = (reason: string) => end({ lost: reason });
    const onAbort = () => end({ lost: 'the wait for the response was ended' });
    const silence = setTimeout(
      () => end({ lost: 'the SMS centre did not answer in time' }),
      SMPP.answerTimeoutMs,
    );
    state.waiting.add(onBreak);
    signal.addEventListener('abort', onAbort);
    const left = session.submit_sm(members, (pdu) => end({ pdu }));
    if (!left) end({ unsent: 'the line to the SMS centre is broken' });
  });
}

const ESME_RX_T_APPN = 0x64;

function deliver(
  { onDeliver, tools }: Line,
  { session, id }: { readonly session: Session; readonly id: string },
  pdu: Pdu,
): void {
  onDeliver(pdu.octets ?? Buffer.alloc(0), id).then(
    () => session.send(pdu.response()),
    (error: unknown) => {
      // This status makes the centre deliver the message again later.
      tools.log.warn({ err: error }, 'a delivery of the SMS centre was not stored');
      session.send(pdu.response({ command_status: ESME_RX_T_APPN }));
    },
  );
}

async function close(state: State): Promise<void> {
  state.closing = true;
  clearTimeout(state.timer);
  const { session } = state;
  if (session === undefined) return;
  await new Promise<void>((resolve) => {
    const silence = setTimeout(() => session.destroy(), SMPP.unbindTimeoutMs);
    session.on('close', () => {
      clearTimeout(silence);
      resolve();
    });
    if (state.bound && session.unbind({}, () => session.close())) return;
    session.destroy();
  });
}
