// Kills the exchange under load while the server keeps running. Afterwards both sides must have the
// same orders and fills.

import { after, before, describe, it } from 'node:test';
import { killsOr } from '../support/process/kill.js';
import { type KillStage, openKillStage } from './kill-stage.js';

const KILLS = killsOr(1);

describe('kill -9 of the exchange under load', () => {
  let stage: KillStage;
  before(async () => {
    stage = await openKillStage();
  });
  after(() => stage.close());

  for (let kill = 1; kill <= KILLS; kill += 1) {
    it(`kill ${kill} of ${KILLS}: correct outcomes, one booking per fill`, async () => {
      await stage.flowAndKill('exchange');
      await stage.assertTruth();
      if (kill === KILLS) await stage.sayProof('exchange killed under orders', kill);
    });
  }
});
