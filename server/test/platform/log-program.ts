// Writes one log line, for a terminal if the first word says so.

import { createLog } from '../../src/platform/log/log.js';

const isTerminal = process.argv[2] === 'terminal';
createLog('info', { isTerminal }).info({ port: 8080, password: 'secret' }, 'listening');
