// The account page: turning on and using a second factor, creating and using a passkey, ending a
// session, and changing the password.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { codeAt } from '../support/one-time-code.js';
import { type Desk, openRoom } from '../support/page/browser.js';
import { textsOf } from '../support/page/locator.js';

const PASSWORD = 'correct horse battery';
const DEVICE = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

describe('the account page', () => {
  const { app, arrive: open, it } = openRoom();

  /** Opens the sign-in page for a staff user on the server's host name. */
  const arrive = async (username: string): Promise<Desk> => {
    const body = { username, password: PASSWORD, roles: ['DEALER'] };
    const made = await app().as('ADMIN').post('/api/v1/security/user/create', body);
    assert.equal(made.status, 201, made.text);
    const desk = await open();
    // Browsers create passkeys for a host name, not for a numeric address.
    const origin = new URL(app().url);
    await desk.page.goto(`http://localhost:${origin.port}/console/account`);
    return desk;
  };

  const signIn = async (page: Page, username: string, password = PASSWORD) => {
    await page.getByLabel('User name').fill(username);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const signOut = async (page: Page, username: string) => {
    await page.getByRole('button', { name: username }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('User name').waitFor();
    // Without this, the next sign-in would lead to the user's start page.
    await page.goto(`${new URL(page.url()).origin}/console/account`);
  };
  const isIn = (page: Page) => page.getByRole('heading', { name: 'Your account' }).waitFor();

  it('shows at sign-in how long to wait after too many wrong passwords', async () => {
    const { page } = await arrive('hasty-holder');
    // The wait doubles with each wrong password, so that a slow machine is also made to wait.
    for (let guess = 0, status = 0; status !== 429; guess += 1) {
      assert.ok(guess < 20, `${guess} guesses`);
      const answer = page.waitForResponse(/access-token/);
      await signIn(page, 'hasty-holder', `wrong ${guess}`);
      status = (await answer).status();
      if (guess < 5) assert.equal(status, 401, `guess ${guess}`);
    }
    await page.getByText(/Too many attempts. Try again in \d+ seconds?\./).waitFor();
  });

  it('turns a second factor on and off, and asks for its code or a recovery code', async () => {
    const desk = await arrive('factor-holder');
    const { page } = desk;
    await signIn(page, 'factor-holder');
    await isIn(page);
    await page.getByRole('button', { name: 'Turn on' }).click();
    const dialog = page.getByRole('dialog', { name: 'Second factor' });
    await dialog.getByLabel('Current password').fill('not this one');
    await page.keyboard.press('Enter');
    await dialog.getByText('is not the current password').waitFor();
    await dialog
      .getByRole('alert')
      .getByRole('link', { name: /PASSWORD/ })
      .waitFor();
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.getByRole('img', { name: 'QR code for the secret' }).waitFor();
    await desk.picture('second-factor');
    const [secret = ''] = await textsOf(dialog.locator('code'));
    await dialog.getByLabel('Six-digit code').fill(codeAt(secret, -30));
    await page.keyboard.press('Enter');
    await dialog.getByText('The codes are shown only once').waitFor();
    const codes = await textsOf(dialog.locator('.codes li'));
    assert.equal(codes.length, 10);
    await desk.picture('recovery-codes');
    await dialog.getByRole('button', { name: 'I have saved the codes' }).click();
    await page.getByText('Recovery codes left').waitFor();

    await signOut(page, 'factor-holder');
    await signIn(page, 'factor-holder');
    const field = page.getByLabel('Second-factor code');
    await field.fill('000000');
    await desk.picture('sign-in-code');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /SECOND_FACTOR_WRONG/ }).waitFor();
    await field.fill(codeAt(secret, 0));
    await page.keyboard.press('Enter');
    await isIn(page);

    await signOut(page, 'factor-holder');
    await signIn(page, 'factor-holder');
    await field.fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await isIn(page);
    await page.getByRole('button', { name: 'Turn off' }).click();
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Turn on' }).waitFor();
    assert.deepEqual(desk.complaints, []);
  });

  it('adds a passkey, signs in with it, and removes it', async () => {
    const desk = await arrive('key-holder');
    const { page } = desk;
    const device = await page.context().newCDPSession(page);
    await device.send('WebAuthn.enable');
    await device.send('WebAuthn.addVirtualAuthenticator', { options: DEVICE });
    await signIn(page, 'key-holder');
    await isIn(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Device name').fill('My laptop');
    await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('rowheader', { name: 'My laptop' }).waitFor();
    await desk.picture('account');
    await signOut(page, 'key-holder');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await isIn(page);
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('rowheader', { name: 'My laptop' }).waitFor({ state: 'detached' });
    await signOut(page, 'key-holder');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page
      .getByRole('alert')
      .getByRole('link', { name: /INVALID_CREDENTIALS/ })
      .waitFor();
    assert.deepEqual(desk.complaints, []);
  });

  it('ends another session, and ends all sessions with a new password', async () => {
    const desk = await arrive('session-holder');
    const { page } = desk;
    await app()
      .as('NOBODY')
      .post('/api/v1/security/request/access-token', {
        ...{ username: 'session-holder', password: PASSWORD },
      });
    await signIn(page, 'session-holder');
    await page.getByText('This session', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
    await page.getByText('The session has been ended.').waitFor();
    await page.getByRole('button', { name: 'End', exact: true }).waitFor({ state: 'detached' });

    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill('another horse battery');
    await page.getByLabel('Repeat the new password').fill('another horse');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The passwords do not match.').waitFor();
    await page.getByLabel('Repeat the new password').fill('another horse battery');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByLabel('User name').waitFor();
    await signIn(page, 'session-holder', 'another horse battery');
    await isIn(page);
    assert.deepEqual(desk.complaints, []);
  });
});
