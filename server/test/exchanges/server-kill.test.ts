// Kills the server under load while the exchange keeps running. After the restart both have the
// same orders and fills.

import { after, before, describe, it } from 'node:test';
import { killsOr } from '../support/process/kill.js';
import { type KillStage, openKillStage } from './kill-stage.js';

const KILLS = killsOr(1);

describe('kill -9 of the server under load', () => {
  let stage: KillStage;
  before(async () => {
    stage = await openKillStage();
  });
  after(() => stage.close());

  for (let kill = 1; kill <= KILLS; kill += 1) {
    it(`kill ${kill} of ${KILLS}: correct outcomes, one booking per fill`, async () => {
      await stage.flowAndKill('server');
      await stage.assertTruth();
      if (kill === KILLS) await stage.sayProof('server killed under orders', kill);
    });
  }
});
