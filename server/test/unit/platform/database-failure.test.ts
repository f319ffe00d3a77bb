// How database failures are reported to callers and handled by the pool and workers.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import {
  asCommitFailure,
  asFailure,
  isDatabaseError,
  meaningOf,
  OutcomeUnknown,
} from '../../../src/platform/database/failure.js';

function stateError(code: string, message = 'as the server says'): pg.DatabaseError {
  const error = new pg.DatabaseError(message, message.length, 'error');
  error.code = code;
  return error;
}

const socketError = (code: string) => Object.assign(new Error(`read ${code}`), { code });

describe('the table of failures', () => {
  const meanings = {
    CONFLICT: ['40001', '40P01'],
    AWAY: ['08000', '08003', '08006', '53300', '25006', '25P03', '57P01', '57P02', '57P03'],
    FULL: ['53100', '58030'],
    BUSY: ['53200', '57014', '55P03'],
  };
  for (const [meaning, codes] of Object.entries(meanings)) {
    for (const code of codes) {
      it(`maps SQLSTATE ${code} ${meaning}`, () => {
        assert.equal(meaningOf(stateError(code)), meaning);
      });
    }
  }

  it('recognises a standby by its text where the code also means bugs', () => {
    const words = 'cannot assign TransactionIds during recovery';
    assert.equal(meaningOf(stateError('XX000', words)), 'AWAY');
    assert.equal(meaningOf(stateError('XX000', 'cache lookup failed')), undefined);
  });

  it('leaves broken rules and bad values to their callers', () => {
    for (const code of ['23505', '22P02', '42P01', '54000']) {
      assert.equal(meaningOf(stateError(code)), undefined);
      assert.equal(isDatabaseError(stateError(code)), false);
    }
    assert.equal(meaningOf(new TypeError('x is not a function')), undefined);
  });

  for (const words of [
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
  ]) {
    it(`recognises the driver's "${words}"`, () => {
      assert.equal(meaningOf(new Error(words)), 'AWAY');
      assert.ok(isDatabaseError(asFailure(new Error(words))));
    });
  }

  it('distinguishes a lost database from a gateway that refuses its connection', () => {
    const refused = socketError('ECONNREFUSED');
    assert.equal(isDatabaseError(refused), false);
    assert.equal(isDatabaseError(asFailure(refused)), true);
    assert.equal(isDatabaseError(new Error('step', { cause: asFailure(refused) })), true);
  });
});

describe('a failed commit', () => {
  it('has an unknown outcome if the connection was lost during the commit', () => {
    for (const lost of [socketError('ECONNRESET'), stateError('57P01')]) {
      assert.ok(asCommitFailure(lost, undefined) instanceof OutcomeUnknown);
    }
    const both = socketError('ECONNRESET');
    assert.ok(asCommitFailure(both, asFailure(both)) instanceof OutcomeUnknown);
  });

  it('has not happened if the server ended the session at an earlier statement', () => {
    const earlier = stateError('57P01');
    assert.equal(asCommitFailure(new Error('Connection terminated'), earlier), earlier);
  });

  it('has not happened if it was never sent', () => {
    const failure = asCommitFailure(new Error('Client … is not queryable'), undefined);
    assert.ok(isDatabaseError(failure) && !(failure instanceof OutcomeUnknown));
  });

  it('is an ordinary failure if the server refuses it', () => {
    const refused = stateError('23503');
    assert.equal(asCommitFailure(refused, undefined), refused);
  });
});
