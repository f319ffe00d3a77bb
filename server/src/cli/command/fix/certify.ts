// `countinghouse fix certify`: runs only the session layer, for conformance tests by an exchange or
// a test suite.

import { type Command, InvalidArgumentError, Option } from 'commander';
import { startCertification } from '../../../exchanges/fix/certification/certification.js';
import {
  type BeginString,
  isBeginString,
} from '../../../exchanges/fix/session/message/dictionary.js';
import { createLog } from '../../../platform/log/log.js';
import { openOwnDatabase } from '../../own-database.js';
import { stopSignal } from '../../stop-signal.js';
import { sessionLog } from './log.js';

const PORT_MAX = 65_535;

interface CertifyOptions {
  readonly role: 'acceptor' | 'initiator';
  readonly port: number;
  readonly host: string;
  readonly beginString: BeginString;
  readonly sender: string;
  readonly target: string;
  readonly heartbeat: number;
  readonly data?: string;
}

/** Adds the command to `countinghouse fix`. */
export function fixCertifyCommand(fix: Command): void {
  fix
    .command('certify')
    .description('run one session that echoes orders, with strict checks, until it is stopped')
    .addOption(
      new Option('--role <role>', 'acceptor listens, initiator connects')
        .choices(['acceptor', 'initiator'])
        .makeOptionMandatory(),
    )
    .requiredOption('--port <number>', 'port to listen on or to connect to', portOf)
    .option('--host <address>', 'address to listen on or to connect to', '127.0.0.1')
    .option('--begin-string <version>', 'FIX.4.2, FIX.4.4 or FIXT.1.1', beginStringOf, 'FIX.4.4')
    .requiredOption('--sender <id>', 'our CompID')
    .requiredOption('--target <id>', "the counterparty's CompID")
    .option(
      '--heartbeat <seconds>',
      'heartbeat interval that an initiator requests; 0 for no heartbeats',
      wholeOf,
      30,
    )
    .option('--data <folder>', 'folder of the embedded database; default: a temporary folder')
    .action(certify);
}

/** Parses a port from the command line. */
export function portOf(text: string): number {
  const port = wholeOf(text);
  if (port > PORT_MAX) throw new InvalidArgumentError('must be a port number up to 65535');
  return port;
}

/** Parses a whole number from the command line. */
export function wholeOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('must be a whole number');
  return Number(text);
}

function beginStringOf(text: string): BeginString {
  if (!isBeginString(text)) throw new InvalidArgumentError('must be FIX.4.2, FIX.4.4 or FIXT.1.1');
  return text;
}

async function certify(options: CertifyOptions): Promise<void> {
  const stopping = stopSignal();
  const store = await openOwnDatabase(options.data);
  try {
    const { role, host, port, beginString, sender, target, heartbeat } = options;
    const log = sessionLog(createLog(process.env.COUNTINGHOUSE_LOG_LEVEL || 'warn'));
    const certification = await startCertification({
      db: store.db,
      log,
      role,
      host,
      port,
      beginString,
      senderCompId: sender,
      targetCompId: target,
      heartBtIntSeconds: heartbeat,
    });
    const doing = role === 'acceptor' ? 'listening on' : 'connecting to';
    process.stdout.write(`${doing} ${host}:${certification.port}\n`);
    const lost = await Promise.race([stopping, store.lost]);
    await certification.stop();
    if (lost !== undefined) throw lost;
  } finally {
    await store.close();
  }
}
