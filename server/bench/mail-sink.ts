// A mail server in a separate process that drops what it receives, so that receiving costs the
// measured process nothing.

import { startSmtpStandIn } from '../src/gateways/stand-in/smtp-stand-in.js';

const sink = await startSmtpStandIn({ onMail: async () => undefined });
process.once('disconnect', () => process.exit(0));
process.send?.(sink.url);
