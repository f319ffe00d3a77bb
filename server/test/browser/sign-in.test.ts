// Signing in after wrong passwords: the error and the waiting time.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { openRoom } from '../support/page/browser.js';

const WRONG_BEFORE_DELAY = 5;
const WRONG_MAX = 12;

describe('the sign-in', () => {
  const { app, arrive, it } = openRoom();

  it('shows the exact waiting time after too many wrong passwords', async () => {
    const password = 'correct horse battery';
    const body = { username: 'hasty.dealer', password, roles: ['DEALER'] };
    const made = await app().as('ADMIN').post('/api/v1/security/user/create', body);
    assert.equal(made.status, 201, made.text);
    const desk = await arrive();
    const { page } = desk;
    await page.goto(`${app().url}/console/`);
    const sign = async (secret: string) => {
      await page.getByLabel('User name').fill('hasty.dealer');
      await page.getByLabel('Password').fill(secret);
      const answer = page.waitForResponse((each) => each.request().method() === 'POST');
      await page.keyboard.press('Enter');
      return (await answer).status();
    };
    // Each delay is twice the last, so that one eventually exceeds the time that a slow machine
    // needs for the next attempt.
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length < WRONG_MAX) {
      statuses.push(await sign(`wrong horse ${statuses.length}`));
    }
    assert.equal(statuses.pop(), 429);
    assert.ok(statuses.length >= WRONG_BEFORE_DELAY && statuses.every((status) => status === 401));
    await page.getByText(/^Too many attempts\. Try again in \d+ seconds?\.$/).waitFor();
    await desk.picture('sign-in-delayed');
    await page.getByRole('navigation', { name: 'Pages' }).waitFor({ state: 'detached' });
  });
});
