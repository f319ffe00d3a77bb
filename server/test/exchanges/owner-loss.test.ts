// Loses the node that owns a session under load. The node is either killed, which closes its
// sockets, or suspended or cut off. The other node takes over the session, and both sides end with
// the same orders and fills.

import { after, before, describe, it } from 'node:test';
import { killsOr, momentsOf } from '../support/process/kill.js';
import { type Loss, openTwoNodeStage, type TwoNodeStage } from './two-node-stage.js';

const LOSSES = momentsOf<Loss>(['frozen', 'cut off', 'killed'], 0);
const TIMES = killsOr(1);

describe('the loss of the node that owns a session', () => {
  let stage: TwoNodeStage;
  before(async () => {
    stage = await openTwoNodeStage();
  });
  after(() => stage.close());

  for (const loss of LOSSES) {
    it(`${loss}: correct outcomes, one booking per fill, none of the former owner`, async () => {
      for (let time = 1; time <= TIMES; time += 1) {
        await stage.loseOwner(loss);
        await stage.assertTruth();
      }
      await stage.sayProof(`owner of a session ${loss}`, TIMES);
    });
  }
});
