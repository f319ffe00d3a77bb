// Guessable passwords, and similar ones that are not guessable.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refuseGuessable } from '../../../src/modules/identity/credential/guessable-password.js';

const expectEach = async (
  expected: boolean,
  passwords: readonly string[],
  names: readonly string[],
) => {
  for (const password of passwords) {
    const judging = refuseGuessable(password, { member: 'password', names });
    if (expected) await assert.rejects(judging, /attackers try first/, password);
    else await assert.doesNotReject(judging, password);
  }
};
const refused = (passwords: readonly string[], names: readonly string[] = []) =>
  expectEach(true, passwords, names);
const accepted = (passwords: readonly string[], names: readonly string[] = []) =>
  expectEach(false, passwords, names);

describe('a password is refused', () => {
  it('when it is among the most used ones, in any case and width', async () => {
    await refused(['password', 'PassWord', 'qwertyuiop', '1q2w3e4r5t', 'iloveyou', 'football1']);
    await refused(['123456789012', 'ｐａｓｓｗｏｒｄ', 'abcdefgh', '987654321']);
    await refused(['registration', 'handkerchief', '1324354657687980', 'G00dPa$$w0rD']);
  });

  it('when it is one of the most used ones with a few digits or signs', async () => {
    await refused([
      'password1234',
      'Password2026!',
      '2026password',
      'iloveyou!!!',
      '!!letmein!!',
      'qwertyuiop12',
    ]);
  });

  it('when it is one of the most used ones repeated, or two of them joined', async () => {
    await refused([
      'passwordpassword',
      'qwertyqwerty',
      'password123456',
      'monkeydragon',
      'letmeinplease',
    ]);
  });

  it('when it is a repeated short string', async () => {
    await refused(['aaaaaaaaaaaa', 'abababababab', 'xyzwxyzwxyzw', '            ']);
  });

  it('when it is little more than names of the login, the person or the firm', async () => {
    const names = ['jane.doe', 'Jane Doelinger', 'jane@ada-brokers.example', 'Ada Brokers Limited'];
    await refused(
      ['jane.doe-2026!', 'JaneDoelinger1', 'adabrokers2026', 'Ada Brokers 26', 'doelinger12345'],
      names,
    );
    await refused(['limited-brokers', 'jane-password'], names);
    await refused(['countinghouse', 'Countinghouse1', 'countinghouse2026']);
  });
});

describe('a password is accepted', () => {
  it('when it is several words, or long and random', async () => {
    await accepted([
      'correct horse battery',
      'another correct horse',
      'a long secret',
      'portal password 1',
    ]);
    await accepted([
      'demo-portal-password',
      'x7Kq-92mfLw0',
      'aWl3kQpZ0tXm4rVn8sYb',
      'пароль из слов',
    ]);
  });

  it('when a name is only a part of it', async () => {
    await accepted(['jane buys green tea', 'x7Kq-92mf-jane'], ['jane', 'Jane Doe']);
  });

  it('also at the maximum length, quickly', async () => {
    const began = performance.now();
    await accepted([`${'ab'.repeat(63)}c!`, `${'a'.repeat(127)}b`]);
    assert.ok(performance.now() - began < 1_000);
  });
});
