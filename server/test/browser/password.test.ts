// A forgotten password: requesting a link, and setting a new password.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { openRoom } from '../support/page/browser.js';

describe('a forgotten password', () => {
  const { app, arrive, it } = openRoom();

  const newUser = async (username: string): Promise<number> => {
    const body = { username, password: 'correct horse battery', roles: ['DEALER'] };
    const made = await app().as('ADMIN').post('/api/v1/security/user/create', body);
    assert.equal(made.status, 201, made.text);
    return made.body.id;
  };

  it('is requested at sign-in, with one reply for every name', async () => {
    const desk = await arrive();
    const { page } = desk;
    await page.goto(`${app().url}/console/`);
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByLabel('User name or e-mail address').fill('nobody.of.this.name');
    await desk.picture('forgot-password');
    await page.keyboard.press('Enter');
    await page.getByText('If this user exists and has an e-mail address').waitFor();
    await page.getByRole('button', { name: 'Back to sign-in' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  });

  it('is reset by a link, whose token leaves the address at once', async () => {
    const id = await newUser('forgetful-holder');
    const body = { id, delivery: 'SHOWN' };
    const made = await app().as('ADMIN').post('/api/v1/security/user/reset-link', body);
    const { hash } = new URL(made.body.result.link);
    const desk = await arrive();
    const { page } = desk;
    await page.goto(`${app().url}/console/reset-password${hash}`);
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
    assert.equal(new URL(page.url()).hash, '');
    const set = async (first: string, second: string) => {
      await page.getByLabel('New password', { exact: true }).fill(first);
      await page.getByLabel('Repeat the new password').fill(second);
      await page.keyboard.press('Enter');
    };
    await set('a new password here', 'another one');
    await page.getByText('The passwords do not match.').waitFor();
    await set('password1234', 'password1234');
    await page.getByText('is among the passwords that attackers try first').waitFor();
    await desk.picture('reset-password');
    await set('a new password here', 'a new password here');
    await page.getByText('The password has been set. Sign in with the new one.').waitFor();
    await page.getByLabel('User name').fill('forgetful-holder');
    await page.getByLabel('Password', { exact: true }).fill('a new password here');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'forgetful-holder' }).waitFor();
  });

  it('with a used link leads to another request', async () => {
    const { page } = await arrive();
    await page.goto(`${app().url}/console/reset-password#token=used-before`);
    await page.getByLabel('New password', { exact: true }).fill('a new password here');
    await page.getByLabel('Repeat the new password').fill('a new password here');
    await page.keyboard.press('Enter');
    await page.getByText('PASSWORD_LINK_VOID').waitFor();
    await page.getByRole('button', { name: 'Request another link' }).click();
    await page.getByLabel('User name or e-mail address').waitFor();
  });
});
