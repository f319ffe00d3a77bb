// The messages that our acceptor rejects (fields, values and field order), and the effect of each
// rejection on the session.

import { after, before, describe, it } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { ECHO, ORDER, playOn, type Stage, type StageSettings } from './acceptor-stage.js';
import { createReceivedTable } from './certification/echo.js';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
  await createReceivedTable(database.db);
});
after(() => database.drop());

const onStage = (play: (stage: Stage) => Promise<void>, settings: StageSettings = {}) =>
  playOn(database, play, settings);

describe('session-level rejects', () => {
  const bad: readonly (readonly [string, string])[] = [
    ['35=0|999=HI', '58=Invalid tag number|371=999|372=0|373=0'],
    ['35=0|0=HI', '58=Invalid tag number|371=0|372=0|373=0'],
    ['35=0|-1=HI', '58=Invalid tag number|371=-1|372=0|373=0'],
    ['35=0|5000=HI', '58=Invalid tag number|371=5000|372=0|373=0'],
    ['35=0|56=none', '58=Required tag missing|371=56|372=0|373=1'],
    ['35=D|40=1|60=@|54=1|21=3|11=id', '58=Required tag missing|371=55|372=D|373=1'],
    ['35=0|55=MSFT', '58=Tag not defined for this message type|371=55|372=0|373=2'],
    ['35=0|56=', '58=Tag specified without a value|371=56|372=0|373=4'],
    [
      `35=D|${ORDER.replace('21=3', '21=4')}`,
      '58=Value is incorrect (out of range) for this tag|371=21|372=D|373=5',
    ],
    [
      `35=D|${ORDER}|167=BOO`,
      '58=Value is incorrect (out of range) for this tag|371=167|372=D|373=5',
    ],
    [`35=D|${ORDER}|38=+200.00`, '58=Incorrect data format for value|371=38|372=D|373=6'],
    ['35=*', '58=Invalid MsgType|372=*|373=11'],
    [`35=D|${ORDER}|40=2`, '58=Tag appears more than once|371=40|372=D|373=13'],
    [
      `35=D|${ORDER}|386=3|336=PRE|336=POST`,
      '58=Incorrect NumInGroup count for repeating group|371=386|372=D|373=16',
    ],
  ];
  it('name the tag and the reason, count the message, and keep the session', () =>
    onStage(async ({ logOn }) => {
      const peer = await logOn();
      let seqNum = 1;
      for (const [message, reject] of bad) {
        seqNum += 1;
        peer.say(message.replace(/^(35=[^|]*)/, `$1|34=${seqNum}`));
        await peer.hear(`35=3|34=${seqNum}|45=${seqNum}|${reject}`);
      }
      peer.say(`35=1|34=${seqNum + 1}|112=HELLO`);
      await peer.hear(`35=0|34=${seqNum + 1}|112=HELLO`);
    }));

  it('refuse a header field after the body', () =>
    onStage(async ({ logOn, name }) => {
      const peer = await logOn();
      peer.say(`35=D|49=${name}|56=ISLD|11=id|40=1|54=1|55=MSFT|60=@|34=2|52=@`);
      await peer.hear('35=3|34=2|45=2|58=Tag specified out of required order|371=34|372=D|373=14');
    }));

  it('leave out a reason that FIX 4.2 does not define', () =>
    onStage(
      async ({ logOn }) => {
        const peer = await logOn();
        peer.say(`35=D|34=2|${ORDER}|40=2`);
        await peer.hear('35=3|34=2|45=2|58=Tag appears more than once|371=40|372=D');
      },
      { beginString: 'FIX.4.2' },
    ));

  it('are returned by the route of the message', () =>
    onStage(async ({ logOn }) => {
      const peer = await logOn();
      const wrong = ORDER.replace('40=1', '40=w');
      const text = '58=Value is incorrect (out of range) for this tag|371=40|372=D|373=5';
      peer.say(`35=D|34=2|115=JCD|116=CS|144=CHI|${wrong}`);
      await peer.hear(`35=3|34=2|128=JCD|129=CS|145=CHI|45=2|${text}`);
      peer.say(`35=D|34=3|128=JCD|${wrong}`);
      await peer.hear(`35=3|34=3|115=JCD|45=3|${text}`);
    }));

  it('end the session after a wrong CompID or clock', async () => {
    for (const [wrong, reject] of [
      ['49=WT', '58=CompID problem|372=0|373=9'],
      ['56=DLSI', '58=CompID problem|372=0|373=9'],
      ['52=@-121', '58=SendingTime accuracy problem|372=0|373=10'],
    ]) {
      await onStage(async ({ logOn }) => {
        const peer = await logOn();
        peer.say(`35=0|34=2|${wrong}`);
        await peer.hear(`35=3|34=2|45=2|${reject}`);
        await peer.hear('35=5|34=3');
        peer.say('35=5|34=3');
        await peer.hearClose();
      });
    }
  });

  it('are not sent for another BeginString, which ends the session', () =>
    onStage(
      async ({ logOn }) => {
        const peer = await logOn();
        peer.say('8=FIX.4.1|35=1|34=2|112=id');
        await peer.hear('35=5|34=2|58=Incorrect BeginString');
        await peer.hearClose();
      },
      { logoutTimeoutMs: 200 },
    ));

  it('are not sent by a lenient session for user tags and unknown tags', () =>
    onStage(
      async ({ logOn }) => {
        const peer = await logOn();
        peer.say(`35=D|34=2|${ORDER}|999=X|9001=custom`);
        await peer.hear(`35=D|34=2|${ECHO}|999=X|9001=custom`);
      },
      { validation: { level: 'lenient', userTags: 'any' } },
    ));
});
