// Kills the server and a self-contradicting exchange in turn under load. After each kill, both
// sides must have the same outcomes, each fill must be booked once, and each contradiction must
// have one work item.

import { after, before, describe, it } from 'node:test';
import { killsOr } from '../support/process/kill.js';
import { type KillStage, openKillStage } from './kill-stage.js';
import { ODD } from './odd-truth.js';

const KILLS = killsOr(1);

for (const victim of ['server', 'exchange'] as const) {
  describe(`kill -9 of the ${victim} under load with contradictions in it`, () => {
    let stage: KillStage;
    before(async () => {
      stage = await openKillStage(ODD);
    });
    after(() => stage.close());

    for (let kill = 1; kill <= KILLS; kill += 1) {
      it(`kill ${kill} of ${KILLS}: one booking per fill, one item per contradiction`, async () => {
        await stage.flowAndKill(victim);
        await stage.assertTruth();
        if (kill === KILLS) await stage.sayProof(`${victim} killed under contradictions`, kill);
      });
    }
  });
}
