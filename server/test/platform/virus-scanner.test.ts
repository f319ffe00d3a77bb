// The contract with a virus scanner, over a real socket: only a complete verdict is accepted.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ScannerUnavailable, scanBytes } from '../../src/platform/files/virus-scanner.js';
import {
  EICAR,
  type Manner,
  startScanner,
  type TestScanner,
} from '../support/outside/virus-scanner.js';

let scanner: TestScanner;
before(async () => {
  scanner = await startScanner();
});
after(() => scanner.stop());

const scan = (bytes: Uint8Array, signal = AbortSignal.timeout(10_000)) =>
  scanBytes(scanner.url, bytes, signal);

describe('a scanner that works', () => {
  it('gets every byte, whatever the size, and lets clean ones pass', async () => {
    for (const size of [0, 1, 65_535, 65_536, 65_537, 5_000_000]) {
      assert.deepEqual(await scan(Buffer.alloc(size, 'x')), { infection: undefined });
      assert.equal(scanner.sizes.at(-1), size);
    }
  });

  it('names the malware that it finds, at the start or far inside', async () => {
    const infection = 'Eicar-Test-Signature';
    assert.deepEqual(await scan(EICAR), { infection });
    const deep = Buffer.concat([Buffer.alloc(300_000, 'x'), EICAR, Buffer.alloc(300_000, 'x')]);
    assert.deepEqual(await scan(deep), { infection });
  });
});

describe('a scanner that does not', () => {
  const manners: readonly Manner[] = ['HANGS_UP', 'SAYS_ERROR', 'SAYS_HALF', 'FULL'];
  for (const manner of manners) {
    it(`gives no verdict on the bytes: ${manner}`, async () => {
      scanner.behave(manner);
      await assert.rejects(scan(Buffer.alloc(2_000_000, 'x')), ScannerUnavailable);
      scanner.behave('SCANS');
    });
  }

  it('is not awaited for longer than the given limit', async () => {
    scanner.behave('SILENT');
    await assert.rejects(scan(EICAR, AbortSignal.timeout(200)), ScannerUnavailable);
    scanner.behave('SCANS');
  });

  it('is unavailable if it cannot be reached', async () => {
    const gone = await startScanner();
    await gone.stop();
    const signal = AbortSignal.timeout(10_000);
    await assert.rejects(scanBytes(gone.url, EICAR, signal), ScannerUnavailable);
    await assert.rejects(scanBytes('unix:/none', EICAR, signal), ScannerUnavailable);
  });
});
