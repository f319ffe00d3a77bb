// Incoming deliveries that the program could not read, and how users resolve them.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe } from 'node:test';
import { smsReader } from '../../src/gateways/sms/read.js';
import { readWhatsApp } from '../../src/gateways/whatsapp/read.js';
import { messageIntake } from '../../src/modules/crm/inbound/intake.js';
import { nodePorts } from '../api/crm/notification-node.js';
import { openRoom } from '../support/page/browser.js';
import { untilDisabled } from '../support/page/locator.js';

describe('the page of incoming deliveries', () => {
  const { app, sit, it } = openRoom();

  /** Delivers an item that no reader understands. */
  async function park(field: string, words: string): Promise<void> {
    const content = JSON.stringify({ field, value: { words, from: '2348035551999' } });
    const readers = { SMS: smsReader('NG'), WHATSAPP: readWhatsApp };
    const sink = messageIntake({ party: nodePorts.party, readers }).sink(app().context);
    const body = Buffer.from(content);
    const digest = createHash('sha256').update(body).digest('hex');
    const items = [{ content, sender: field }];
    await sink.read(await sink.store({ channel: 'WHATSAPP', body, digest, items }));
  }

  it('shows a parked item as it was delivered, and reads it again by the keyboard', async () => {
    await park('dream_reading', 'a boat on a lake');
    const desk = await sit('CRM');
    const { page } = desk;
    await desk.go('/leads');
    await page.keyboard.press('g');
    await page.keyboard.press('v');
    await page.getByRole('heading', { name: 'Incoming deliveries' }).waitFor();
    await page.getByRole('gridcell', { name: 'UNKNOWN_FIELD: dream_reading' }).dblclick();
    const dialog = page.getByRole('dialog');
    const content = dialog.getByRole('region', { name: 'As delivered' });
    await content.getByText('"words": "a boat on a lake"').waitFor();
    await desk.picture('delivery-item');
    const retry = dialog.getByRole('button', { name: 'Read again' });
    assert.equal(await retry.evaluate((button) => button.matches(':focus')), true);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('The item is being read again.').waitFor();
    await desk.picture('delivery-list');
    assert.deepEqual(desk.complaints, []);
  });

  it('discards an item only with a reason, which the list then shows', async () => {
    await park('palm_reading', 'a long line');
    const desk = await sit('CRM');
    const { page } = desk;
    await desk.go('/deliveries?channel=WHATSAPP');
    await page.getByRole('gridcell', { name: 'UNKNOWN_FIELD: palm_reading' }).dblclick();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    const discard = dialog.getByRole('button', { name: 'Discard' });
    await untilDisabled(discard);
    await dialog.getByLabel('Reason').fill('a test of the provider');
    await desk.picture('delivery-discard');
    await discard.click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('gridcell', { name: /palm_reading/ })
      .first()
      .waitFor({ state: 'detached' });
    await page.getByLabel('Status').selectOption('No effect');
    const told = 'DISCARDED: a test of the provider (UNKNOWN_FIELD: palm_reading)';
    await page.getByRole('gridcell', { name: told }).waitFor();
    assert.deepEqual(desk.complaints, []);
  });

  it('masks the content for a user without personal data, who cannot change it', async () => {
    await park('tea_reading', 'leaves');
    const desk = await sit('AUDITOR');
    const { page } = desk;
    await desk.go('/deliveries');
    await page.getByRole('gridcell', { name: 'UNKNOWN_FIELD: tea_reading' }).dblclick();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('region', { name: 'As delivered' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().waitFor();
    assert.equal(await dialog.getByText('leaves').count(), 0);
    assert.equal(await dialog.getByRole('button', { name: 'Read again' }).count(), 0);
    assert.equal(await dialog.getByRole('button', { name: 'Discard' }).count(), 0);
    await desk.picture('delivery-masked');
    assert.deepEqual(desk.complaints, []);
  });
});
