// The control of the kill tests: a sender that writes its next number after the send, as many do.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { messageOf } from './raw-peer.js';

const [port = '', file = ''] = process.argv.slice(2);
const IDS = { beginString: 'FIX.4.4', sender: 'CONTROL', target: 'ISLD' };

let next = Number(readFileSync(file, 'utf8'));
const socket = connect({ port: Number(port), host: '127.0.0.1' });
await once(socket, 'connect');
// What the counterparty says goes to the test, which kills us in the middle of it all.
socket.on('data', (chunk: Buffer) => process.stdout.write(chunk));
socket.on('error', () => process.exit(0));
socket.on('close', () => process.exit(0));
process.stdin.on('end', () => process.exit(0)).resume();

const send = async (pairs: string) => {
  socket.write(messageOf(pairs.replace('34=?', `34=${next}`), IDS));
  next += 1;
  await writeFile(file, String(next));
};
await send('35=A|34=?|98=0|108=30');
for (;;) await send('35=D|34=?|11=ID|21=3|40=1|54=1|55=INTC|60=@');
