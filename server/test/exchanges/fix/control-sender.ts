// The control for the kill tests: a sender that stores its next sequence number only after sending,
// as many engines do.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { messageOf } from './raw-peer.js';

const [port = '', file = ''] = process.argv.slice(2);
const IDS = { beginString: 'FIX.4.4', sender: 'CONTROL', target: 'ISLD' };

let next = Number(readFileSync(file, 'utf8'));
const socket = connect({ port: Number(port), host: '127.0.0.1' });
await once(socket, 'connect');
// Forwards the counterparty's messages to the test, which kills this process at some point.
socket.on('data', (chunk: Buffer) => process.stdout.write(chunk));
socket.on('error', () => process.exit(0));
socket.on('close', () => process.exit(0));
process.stdin.on('end', () => process.exit(0)).resume();

const say = (pairs: string) => socket.write(messageOf(pairs.replace('?', `${next}`), IDS));
// Writes the file atomically, so the test sees a stale number but never a torn file.
const keep = async () => {
  next += 1;
  await writeFile(`${file}.new`, String(next));
  await rename(`${file}.new`, file);
};

// A rejected Logon does not use up a sequence number, so its number is not stored.
const answer = once(socket, 'data');
say('35=A|34=?|98=0|108=30');
const [first] = await answer;
if (!String(first).includes('\u000135=A\u0001')) process.exit(0);
await keep();
for (;;) {
  say('35=D|34=?|11=ID|21=3|40=1|54=1|55=INTC|60=@');
  await keep();
}
