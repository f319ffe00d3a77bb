// Finding an operation in the API document by its name or path.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WrongUsage } from '../../../src/cli/integrator.js';
import { findOperation, type OperationDocument } from '../../../src/cli/operation-finder.js';
import { readGoldenDocument } from '../../support/golden-document.js';

const document: OperationDocument = readGoldenDocument();
const find = (word: string, method?: string) => findOperation(document, word, method);

describe('an operation is found', () => {
  it('by its name in any case, and by its path with or without the mount', () => {
    const words = ['submitTradeOrder', 'submittradeorder', 'order/tradeorder/submit'];
    for (const word of [...words, '/api/v1/order/tradeorder/submit', '/order/tradeorder/submit']) {
      assert.equal(find(word).id, 'submitTradeOrder', word);
    }
    assert.equal(find('/oauth/token').method, 'POST');
  });

  it('by a path with values or names of its parameters', () => {
    const { id, given } = find('order/tradeorder/id/4711');
    assert.deepEqual({ id, given }, { id: 'getTradeOrder', given: { id: '4711' } });
    assert.deepEqual(find('order/tradeorder/id/{id}').given, {});
    assert.deepEqual(find('security/customer/username/a%2Fb').given, { u: 'a/b' });
  });

  it('by its method, if a path has several', () => {
    assert.throws(() => find('system/clock'), /GET, PUT.*--method/);
    assert.equal(find('system/clock', 'put').id, 'moveSystemClock');
  });

  it('or refused, with similar operations', () => {
    const near = /submitTradeOrder {2}POST \/api\/v1\/order\/tradeorder\/submit/;
    assert.throws(() => find('order/tradeorder/submti'), near);
    assert.throws(() => find('xyz'), WrongUsage);
  });
});
