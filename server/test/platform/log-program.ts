// Writes one log line, in terminal format if the first argument asks for it.

import { createLog } from '../../src/platform/log/log.js';

const isTerminal = process.argv[2] === 'terminal';
createLog('info', { isTerminal }).info({ port: 8080, password: 'secret' }, 'listening');
