// New passwords that are refused because of their length, or because they equal the user name.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refuseWeak } from '../../../src/modules/identity/password/rule.js';
import type { Tx } from '../../../src/platform/database/database.js';
import { Problem } from '../../../src/platform/http/reply/problem.js';

const USER_NAME = 'Granite.Harbour';

/** Returns why the password is refused; undefined if it is accepted. */
async function refusalOf(
  password: string,
  userName = USER_NAME,
  kind: 'user' | 'customer' = 'user',
) {
  // The rule passes the transaction only to the function that returns the firm's names.
  const tx: Tx = Object.create(null);
  const offices = { ...Object.create(null), firmNames: async () => [] };
  const holder = { kind, userName, label: 'Ada Obi', emailAddress: undefined };
  try {
    await refuseWeak(tx, { offices }, { ...holder, password, member: 'newPassword' });
    return undefined;
  } catch (error) {
    assert.ok(error instanceof Problem);
    assert.equal(error.kind.code, 'PASSWORD_TOO_WEAK');
    assert.deepEqual(error.details.args, ['newPassword']);
    return error.details.detail;
  }
}

describe('a new password', () => {
  it('is accepted if its length is right and it differs from the user name', async () => {
    assert.equal(await refusalOf('velvet-quartz-47-lantern'), undefined);
  });

  it('is refused with the allowed lengths when it is too short or too long', async () => {
    const lengths = 'newPassword must have 12 to 128 characters';
    assert.equal(await refusalOf('Vq47-lanter'), lengths);
    assert.equal(await refusalOf('Vq47-lantern'.repeat(11)), lengths);
    assert.equal(
      await refusalOf('Vq47-la', USER_NAME, 'customer'),
      'newPassword must have 8 to 128 characters',
    );
  });

  it('is refused if it equals the user name in any case and has the right length', async () => {
    const same = 'newPassword must not be the same as the user name';
    assert.equal(await refusalOf(USER_NAME), same);
    assert.equal(await refusalOf('gRANITE.hARBOUR'), same);
  });

  it('is refused for its length first when it is a short user name', async () => {
    assert.equal(await refusalOf('ada', 'ada'), 'newPassword must have 12 to 128 characters');
  });
});
