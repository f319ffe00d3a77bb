// A security that is listed while the built-in exchange runs: it can be traded on the same day, and
// its price is stored.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { orderBody, orderIn } from '../../support/order.js';
import { waitFor } from '../../support/wait.js';

let app: TestApp;
before(async () => {
  app = await startTestApp({ demo: true, loopIntervalsMs: { 'exchange-listing': 50 } });
});
after(() => app.stop());

it('a security that is listed during the day trades at once, and its price is stored', async () => {
  const made = await app.as('OPERATIONS').post('/api/v1/order/security/create', {
    ...{ name: 'HARMATTAN', label: 'Harmattan Cables', exchange: 'NGX' },
    ...{ securityType: 'EQUITY', previousClose: 17.4 },
  });
  assert.equal(made.status, 201, made.text);
  await waitFor('the exchange to list it', async () => {
    const [row] = await app.db.query(
      sql`select from simulator_security where symbol = 'HARMATTAN'`,
    );
    return row;
  });
  const { body } = await app
    .as('CLIENT')
    .post(
      '/api/v1/order/tradeorder/submit',
      orderBody({ securityName: 'HARMATTAN', quantityRequested: '60' }),
    );
  await orderIn(app, body.id, ['EXECUTED']);
  const volume = await waitFor('its price to be stored', async () => {
    const [row] = await app.db.query<{ volume: bigint }>(sql`
      select p.volume from security_price p join security s on s.id = p.security_id
      where s.name = 'HARMATTAN' and p.volume > 0`);
    return row?.volume;
  });
  assert.ok(volume >= 60n);
});
