// FIX messages in words: names of fields, meanings of coded values, and hidden passwords.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shownFields } from '../../../src/exchanges/fix/session/message/field-word.js';
import { type Field, readable } from '../../../src/exchanges/fix/session/message/message.js';

const message = (msgType: string, fields: readonly Field[]) => ({
  ...{ beginString: 'FIX.4.4', msgType, fields },
});

describe('the fields of a FIX message', () => {
  it('have their name, their value as sent, and the meaning of a code', () => {
    const report = message('8', [
      [35, '8'],
      [39, '1'],
      [150, 'F'],
      [31, '22.55'],
      [54, '2'],
      [9999, 'x'],
    ]);
    assert.deepEqual(
      shownFields(report).map(({ tag, name, value, meaning }) => [tag, name, value, meaning]),
      [
        [35, 'MsgType', '8', 'EXECUTION_REPORT'],
        [39, 'OrdStatus', '1', 'PARTIALLY_FILLED'],
        [150, 'ExecType', 'F', 'TRADE'],
        [31, 'LastPx', '22.55', undefined],
        [54, 'Side', '2', 'SELL'],
        [9999, undefined, 'x', undefined],
      ],
    );
  });

  it('hide passwords, in words and as text', () => {
    const logon = message('A', [
      [553, 'broker'],
      [554, 'secret'],
      [925, 'newer'],
      [96, 'raw'],
    ]);
    assert.deepEqual(
      shownFields(logon).map(({ value }) => value),
      ['broker', '***', '***', '***'],
    );
    assert.equal(readable(logon), '553=broker|554=***|925=***|96=***');
  });
});
