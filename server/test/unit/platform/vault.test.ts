// The vault: an encrypted value can be decrypted only in its own place and with its own key.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { systemClock } from '../../../src/platform/clock.js';
import { DataKeyMissing, Vault } from '../../../src/platform/vault/vault.js';

const PLACE = 'customer 7 bvnCode';

function keyOf(text: string): Buffer {
  return Buffer.alloc(32, text);
}

function vaultWith(versions: readonly number[], sealsFromMs = 0): Vault {
  const vault = new Vault(systemClock);
  const sealing = new Map(versions.map((version) => [version, keyOf(`key ${version}`)]));
  const known = versions.map((version) => ({ version, sealsFromMs }));
  vault.unlock({ sealing, index: keyOf('index') }, known);
  return vault;
}

describe('a sealed value', () => {
  it('can be opened again, whatever its content, and never shows the content', () => {
    const vault = vaultWith([1]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 4 }), (text) => {
        const sealed = vault.seal(PLACE, text);
        assert.equal(vault.open(PLACE, sealed), text);
        assert.ok(vault.isSealed(sealed));
        assert.ok(!sealed.includes(text));
      }),
    );
  });

  it('is different each time, so that equal numbers cannot be recognised', () => {
    const vault = vaultWith([1]);
    assert.notEqual(vault.seal(PLACE, '22200000001'), vault.seal(PLACE, '22200000001'));
  });

  it('cannot be opened at another place, or if one of its bytes is changed', () => {
    const vault = vaultWith([1]);
    const sealed = vault.seal(PLACE, '22200000001');
    assert.throws(() => vault.open('customer 8 bvnCode', sealed));
    assert.throws(() => vault.open('customer 7 identificationNumber', sealed));
    const bytes = Buffer.from(sealed.slice('v1.1.'.length), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
      assert.throws(() => vault.open(PLACE, `v1.1.${changed.toString('base64url')}`), `byte ${at}`);
    }
  });

  it('is encrypted with the newest key in force, and can be opened with an old one', () => {
    const old = vaultWith([1]).seal(PLACE, '22200000001');
    const vault = vaultWith([1, 2]);
    assert.equal(vault.open(PLACE, old), '22200000001');
    assert.match(vault.seal(PLACE, '22200000001'), /^v1\.2\./);
    vault.knows([
      { version: 1, sealsFromMs: 0 },
      { version: 2, sealsFromMs: systemClock.millis() + 60_000 },
    ]);
    assert.match(vault.seal(PLACE, '22200000001'), /^v1\.1\./);
  });

  it('is refused because of its missing key, and not as corrupt, if the key is absent', () => {
    const sealed = vaultWith([2]).seal(PLACE, '22200000001');
    assert.throws(() => vaultWith([1]).open(PLACE, sealed), DataKeyMissing);
  });
});

describe('a digest', () => {
  it('is equal for equal strings and purposes, and reveals nothing without the key', () => {
    const vault = vaultWith([1]);
    assert.equal(vault.index('a', '1'), vaultWith([1, 2]).index('a', '1'));
    assert.notEqual(vault.index('a', '1'), vault.index('b', '1'));
    const other = new Vault(systemClock);
    const ring = { sealing: new Map([[1, keyOf('key 1')]]), index: keyOf('another') };
    other.unlock(ring, [{ version: 1, sealsFromMs: 0 }]);
    assert.notEqual(vault.index('a', '1'), other.index('a', '1'));
  });
});
