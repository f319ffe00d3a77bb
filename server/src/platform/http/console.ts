// Serves the console: its built files, and its single page for every address below /console.

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { packageFolder } from '../package-folder.js';
import { commonProblems, refusal } from './reply/problem.js';
import { addPage } from './request/method.js';

/** Returns the folder of the console build. */
export const consoleFolder = (): string => join(packageFolder(), '..', 'console', 'dist');

/** The placeholder in the page for the nonce of each reply. */
const NONCE = 'NONCE-OF-THIS-PAGE';
const NONCE_BYTES = 16;

// The nonce allows the few style elements of accessible components. Scripts get none.
const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * Adds `/console/`. Asset names contain a digest of the content, so browsers may cache them
 * forever.
 */
export async function addConsole(server: FastifyInstance): Promise<void> {
  const folder = consoleFolder();
  await server.register(staticFiles, {
    root: join(folder, 'assets'),
    prefix: '/console/assets/',
    index: false,
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  });
  addPage(server, '/console/mark.svg', async (_, reply) =>
    reply
      .header('content-type', 'image/svg+xml')
      .header('cache-control', 'max-age=3600')
      .serializer((body: unknown) => String(body))
      .send(await built(folder, 'mark.svg')),
  );
  const page = async () => built(folder, 'index.html');
  for (const path of ['/console', '/console/*']) {
    addPage(server, path, async (_, reply) => {
      const nonce = randomBytes(NONCE_BYTES).toString('base64url');
      return reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('content-security-policy', policyWith(nonce))
        .header('referrer-policy', 'same-origin')
        .serializer((body: unknown) => String(body))
        .send((await page()).replaceAll(NONCE, nonce));
    });
  }
}

async function built(folder: string, name: string): Promise<string> {
  try {
    return await readFile(join(folder, name), 'utf8');
  } catch {
    const detail = 'the console has not been built; run npm run build';
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND, { detail });
  }
}
