// Concurrent large request bodies: the limit per caller, the limit for all callers, and the release
// of the memory budget.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { after, before, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startTestApp, type TestApp } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';

const LARGE = 15_000_000;
/** The pause before a body is sent again, in milliseconds. */
const RETRY_MS = 25;
const PATH = '/api/v1/crm/whatsapp/create';

let app: TestApp;
let callers: readonly Record<string, string>[];
const logged: unknown[] = [];
/** Functions that each end one body in progress. */
const held: (() => void)[] = [];

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  callers = await Promise.all([1, 2, 3].map(() => app.header('CRM')));
  Object.assign(app.context.log, { error: (...words: unknown[]) => logged.push(words) });
});
after(() => {
  release();
  return app.stop();
});

/** Sends the headers of a request but none of its body. */
function begin(caller: number, bytes: number): ClientRequest {
  const headers = {
    ...callers[caller],
    'content-type': 'application/json',
    'content-length': bytes,
  };
  const sent = request(new URL(PATH, app.url), { method: 'POST', headers });
  sent.on('error', () => undefined);
  sent.flushHeaders();
  return sent;
}

/**
 * Returns the status and Retry-After of a refused body, or "admitted" if the server waits for it.
 */
async function outcomeOf(sent: ClientRequest): Promise<string> {
  const answered = once(sent, 'response').then(([reply]: IncomingMessage[]) => {
    return `${reply?.statusCode} ${reply?.headers['retry-after']}`;
  });
  const outcome = await Promise.race([answered, pause(500, 'admitted')]);
  answered.catch(() => undefined);
  sent.destroy();
  return outcome;
}

const becomes = (caller: number, wanted: string) =>
  waitFor(wanted, async () => (await outcomeOf(begin(caller, LARGE))) === wanted);

async function smallPasses(caller: number): Promise<void> {
  const reply = await fetch(`${app.url}${PATH}`, {
    method: 'POST',
    headers: { ...callers[caller], 'content-type': 'application/json' },
    body: JSON.stringify({ direction: 'OUTBOUND', body: 'x'.repeat(4_000) }),
  });
  assert.ok([201, 400, 422].includes(reply.status), await reply.text());
}

/**
 * Keeps a large request body in progress. Sends the request again when the server times out, and
 * when it refuses because it has not yet noticed the end of another body.
 */
function hold(caller: number): void {
  let ended = false;
  let sent: ClientRequest | undefined;
  const again = () => {
    if (ended) return;
    const next = begin(caller, LARGE);
    sent = next;
    next.on('response', () => next.destroy());
    next.on('close', () => void pause(RETRY_MS).then(again));
  };
  again();
  held.push(() => {
    ended = true;
    sent?.destroy();
  });
}

function release(): void {
  for (const end of held.splice(0)) end();
}

it('large bodies are refused before they are read, and small ones never', async () => {
  hold(0);
  hold(0);
  await becomes(0, '429 1');
  await smallPasses(0);
  hold(1);
  hold(1);
  await becomes(2, '503 1');
  await smallPasses(2);
  release();
  await becomes(2, 'admitted');
  await becomes(0, 'admitted');
  assert.deepEqual(logged, []);
});
