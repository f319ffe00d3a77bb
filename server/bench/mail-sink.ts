// A mail server in a separate process that discards what it receives, so that receiving costs the
// measured process nothing.

import { startFakeMailServer } from '../src/gateways/fake/mail-server.js';

const sink = await startFakeMailServer({ onMail: async () => undefined });
process.once('disconnect', () => process.exit(0));
process.send?.(sink.url);
