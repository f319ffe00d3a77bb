// Request bodies are read completely and only up to their limit, and large ones take turns with
// other work on the event loop.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { HTTP } from '../../src/limits.js';
import { readBytes } from '../../src/platform/http/body/bytes.js';
import { dropRest } from '../../src/platform/http/body/pace.js';
import { collectBytes } from '../../src/platform/http/body/piece.js';
import { waitFor } from '../support/wait.js';

const LARGE = randomBytes(8_000_000);
/** The maximum number of bytes that one read of a connection delivers. */
const READ_BYTES = 65_536;

let server: FastifyInstance;
let port: number;
let failed: unknown;
const perRound: number[] = [];

let bytesOfRound = 0;

/** Records how many bytes of all bodies arrive in each round of the event loop. */
function watch(body: IncomingMessage): void {
  body.on('data', (chunk: Buffer) => {
    if (bytesOfRound === 0) {
      setImmediate(() => {
        perRound.push(bytesOfRound);
        bytesOfRound = 0;
      });
    }
    bytesOfRound += chunk.byteLength;
  });
}

before(async () => {
  server = Fastify({ bodyLimit: 10_000_000 });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/octet-stream', async (asked: FastifyRequest) => {
    watch(asked.raw);
    return readBytes(asked);
  });
  server.addHook('onSend', async ({ raw }) => {
    if (raw.url === '/refused') watch(raw);
    dropRest(raw);
  });
  server.addHook('onRequest', async ({ raw }) => {
    if (raw.url === '/refused') throw new TypeError('refused before it is read');
  });
  server.setErrorHandler(async (error, _request, reply) => {
    failed = error;
    return reply.status(418).send('refused');
  });
  server.post('/refused', async () => 'never');
  server.post('/whole', async ({ body }, reply) => reply.send(body));
  await server.listen({ port: 0, host: '127.0.0.1' });
  const address = server.server.address();
  assert.ok(typeof address === 'object' && address !== null);
  port = address.port;
});
after(() => server.close());

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

/** Sends a body, with a Content-Length only if the body is a single piece. */
async function send(path: string, pieces: readonly Buffer[]) {
  const [first] = pieces;
  const length = pieces.length === 1 && first ? { 'content-length': first.length } : {};
  const headers = { 'content-type': 'application/octet-stream', ...length };
  const sent = request({ port, path, method: 'POST', headers });
  const replied = once(sent, 'response');
  // The connection may break once the reply has arrived.
  sent.on('error', () => undefined);
  for (const piece of pieces) sent.write(piece);
  sent.end();
  const [reply]: IncomingMessage[] = await replied;
  assert.ok(reply);
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk);
  return { status: reply.statusCode, body: Buffer.concat(chunks) };
}

describe('a body that is read', () => {
  it('is complete, whatever its length and however it arrives', async () => {
    const lengths = [0, 1, READ_BYTES + 1, HTTP.sliceBytes, HTTP.sliceBytes + 1, 5_000_001];
    for (const length of lengths) {
      const bytes = LARGE.subarray(0, length);
      for (const pieces of [[bytes], [bytes, Buffer.from('more')], [Buffer.from('at '), bytes]]) {
        const { status, body } = await send('/whole', pieces);
        assert.equal(status, 200);
        assert.ok(body.equals(Buffer.concat(pieces)), `${length} bytes`);
      }
    }
  });

  it('is complete in small and large chunks, and a small one needs no separate memory', () => {
    for (const sizes of [[1], [3, 5_000], [4_095, 4_096, 1], [2_000, 70_000]]) {
      const collected = collectBytes();
      let at = 0;
      while (at < 900_000) {
        for (const size of sizes) {
          collected.add(LARGE.subarray(at, at + size));
          at += size;
        }
      }
      const pieces = collected.pieces();
      assert.ok(Buffer.concat(pieces).equals(LARGE.subarray(0, at)), sizes.join());
      const large = sizes.filter((size) => size >= HTTP.smallChunkBytes).length;
      const rounds = at / sizes.reduce((sum, size) => sum + size, 0);
      const most = rounds * large * 2 + (at / HTTP.pieceBytes) * 2 + 2;
      assert.ok(pieces.length <= most, `${pieces.length} pieces of ${sizes}`);
    }
  });

  it('is read in turns if it is large', async () => {
    perRound.length = 0;
    await send('/whole', [LARGE]);
    assert.equal(sumOf(perRound), LARGE.length);
    assert.ok(Math.max(...perRound) <= HTTP.bytesPerRoundMax + READ_BYTES, perRound.join());
  });

  it('is read in turns if many large ones arrive concurrently', async () => {
    perRound.length = 0;
    await Promise.all(Array.from({ length: 12 }, () => send('/whole', [LARGE.subarray(0, 3e6)])));
    assert.equal(sumOf(perRound), 12 * 3e6);
    const most = HTTP.bytesPerRoundMax + (HTTP.bodiesPerRoundMax + 12) * READ_BYTES;
    assert.ok(Math.max(...perRound) <= most, perRound.join());
  });

  it('is refused if it is longer than allowed without having declared it', async () => {
    failed = undefined;
    const headers = { 'content-type': 'application/octet-stream' };
    const sent = request({ port, path: '/whole', method: 'POST', headers });
    // The server closes the connection; a client that is still sending may notice that before the
    // reply.
    sent.on('error', () => undefined);
    sent.write(LARGE);
    sent.end(LARGE);
    await waitFor('a refusal', async () => failed !== undefined);
    assert.equal(Reflect.get(Object(failed), 'kind')?.code, 'BODY_TOO_LARGE');
    sent.destroy();
  });

  it('fails if its sender disconnects', async () => {
    failed = undefined;
    const socket = connect(port, '127.0.0.1');
    const head = 'POST /whole HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream';
    socket.write(`${head}\r\nContent-Length: 500000\r\n\r\nand so`);
    await once(socket, 'ready');
    socket.end();
    await waitFor('a failure', async () => failed !== undefined);
    assert.equal(Reflect.get(Object(failed), 'code'), 'ECONNRESET');
  });
});

describe('a body that is refused', () => {
  it('is read to its end in turns, and the connection serves the next request', async () => {
    perRound.length = 0;
    const socket = connect(port, '127.0.0.1');
    let replies = '';
    socket.setEncoding('latin1').on('data', (text) => {
      replies += text;
    });
    const head = 'POST /refused HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream';
    socket.write(`${head}\r\nContent-Length: ${LARGE.length}\r\n\r\n`);
    socket.write(LARGE);
    await waitFor('the reply', async () => replies.includes('418'));
    const small = 'POST /whole HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream';
    socket.write(`${small}\r\nContent-Length: 4\r\n\r\nnext`);
    await waitFor('the next reply', async () => replies.endsWith('next'));
    // The last bytes may be discarded after the next reply.
    const bytes = LARGE.length + 'next'.length;
    await waitFor('the whole body', async () => sumOf(perRound) === bytes);
    assert.ok(Math.max(...perRound) <= HTTP.bytesPerRoundMax + READ_BYTES, perRound.join());
    socket.destroy();
  });
});
