// The administrator's pages: users with their roles, offices and logins; the role matrix; API
// clients; keys.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { type Desk, openRoom } from '../support/page/browser.js';
import { textsOf, untilCount, untilDisabled, untilValue } from '../support/page/locator.js';
import { until } from '../support/wait.js';

const PASSWORD = 'correct horse battery';
const USER = '/api/v1/security/user';

describe('the pages of the administrator', () => {
  const { app, sit, sitAgain, arrive, it } = openRoom();

  const newUser = async (username: string, more: object = {}): Promise<number> => {
    const body = { username, label: username, password: PASSWORD, roles: ['DEALER'], ...more };
    const made = await app().as('ADMIN').post(`${USER}/create`, body);
    assert.equal(made.status, 201, made.text);
    return made.body.id;
  };
  const open = async (desk: Desk, name: string) => {
    await desk.go(`/users?x=${name}`);
    await desk.page.getByRole('row', { name }).first().dblclick();
    const drawer = desk.page.getByRole('dialog', { name });
    await drawer.waitFor();
    return drawer;
  };
  const closeOnce = async (page: Page) => {
    await page.getByRole('button', { name: 'I have stored it' }).click();
  };

  /** Saves pictures in both sizes and both themes. */
  const pictures = async (desk: Desk, name: string) => {
    for (const width of [1440, 390]) {
      await desk.page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await desk.page.emulateMedia({ colorScheme });
        await desk.picture(`${name}-${width}-${colorScheme}`);
      }
    }
    await desk.page.emulateMedia({ colorScheme: 'light' });
    await desk.page.setViewportSize({ width: 1440, height: 900 });
  };

  it('create a user with a role and an office in seven clicks', async () => {
    const desk = await sit('ADMIN');
    const { page } = desk;
    await page.setViewportSize({ width: 1440, height: 900 });
    let clicks = 0;
    const click = async (locator: ReturnType<Page['getByRole']>) => {
      clicks += 1;
      await locator.click();
    };
    await click(page.getByRole('link', { name: 'Users', exact: true }));
    await pictures(desk, 'users');
    await click(page.getByRole('button', { name: 'New user' }));
    const drawer = page.getByRole('dialog', { name: 'New user' });
    await drawer.getByLabel('User name').fill('made.here');
    await drawer.getByLabel('Name', { exact: true }).fill('Made Here');
    await click(drawer.getByLabel('Dealer'));
    await click(drawer.getByLabel('All offices'));
    await click(drawer.getByLabel('Lagos office'));
    await drawer.getByText(/\+ \d+ permissions, − 0/).waitFor();
    await pictures(desk, 'new-user');
    await click(drawer.getByRole('button', { name: 'Create user' }));
    await page.getByRole('dialog', { name: 'User made.here created' }).waitFor();
    await pictures(desk, 'new-user-password');
    const [, password = ''] = await textsOf(page.locator('dialog code, [role=dialog] code'));
    assert.equal(password.length, 20);
    await click(page.getByRole('button', { name: 'I have stored it' }));
    assert.equal(clicks, 7);
    await page.getByText('Made Here').waitFor();
    const { body } = await app().as('ADMIN').get(`${USER}/list?x=made.here`);
    assert.deepEqual(body.result[0].roles, ['DEALER']);
    assert.equal(body.result[0].officeIds.length, 1);
    assert.deepEqual(desk.complaints, []);
  });

  it('show which field of a new user is empty before a request is sent', async () => {
    const { page, go } = await sit('ADMIN');
    await go('/users?open=new');
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.getByText('Enter a user name.').waitFor();
    await page.getByText('Choose a role.').waitFor();
  });

  it('reset a password, which the user must change before anything else', async () => {
    await newUser('reset.here');
    const desk = await sit('ADMIN');
    const { page } = desk;
    const drawer = await open(desk, 'reset.here');
    await pictures(desk, 'user');
    await drawer.getByRole('button', { name: 'Reset password' }).click();
    const question = page.getByRole('dialog', { name: 'Reset password: reset.here' });
    await question.getByText('you and they count as one person').waitFor();
    await pictures(desk, 'user-reset');
    await question.getByRole('button', { name: 'Reset password' }).click();
    const once = page.getByRole('dialog', { name: 'reset.here’s new password' });
    await once.waitFor();
    const [, password = ''] = await textsOf(once.locator('code'));
    await page.keyboard.press('Escape');
    await once.getByText('Close it without storing it?').waitFor();
    await closeOnce(page);
    await drawer.getByText('The user must change it at the next sign-in.').waitFor();
    assert.deepEqual(desk.complaints, []);

    const other = await arrive();
    await other.page.getByLabel('User name').fill('reset.here');
    await other.page.getByLabel('Password', { exact: true }).fill(password);
    await other.page.keyboard.press('Enter');
    await other.page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    await pictures(other, 'password-needed');
    await other.page.getByLabel('Current password').fill(password);
    await other.page.getByLabel('New password', { exact: true }).fill('my very own words');
    await other.page.getByLabel('Repeat the new password').fill('my very own words');
    await other.page.getByRole('button', { name: 'Change the password' }).click();
    await other.page.getByLabel('User name').fill('reset.here');
    await other.page.getByLabel('Password', { exact: true }).fill('my very own words');
    await other.page.keyboard.press('Enter');
    await other.page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });

  it('show what a change to roles does, and refuse a change to an outdated user', async () => {
    const id = await newUser('changed.here');
    const desk = await sit('ADMIN');
    const drawer = await open(desk, 'changed.here');
    await drawer.getByLabel('Approver').check();
    await drawer.getByText(/\+ \d+ permissions, − 0/).waitFor();
    await drawer.getByLabel('Dealer').uncheck();
    await drawer.getByText(/\+ \d+ permissions, − \d{2}/).waitFor();
    const meanwhile = await app().as('ADMIN').put(`${USER}/update`, { id, label: 'Other name' });
    assert.equal(meanwhile.status, 200);
    await drawer.getByRole('button', { name: 'Save' }).click();
    await desk.page.getByText('Another person has changed this in the meantime.').waitFor();
    const read = async () => (await app().as('ADMIN').get(`${USER}/id/${id}`)).body;
    assert.deepEqual((await read()).roles, ['DEALER']);
    // The changes that the other person saved remain.
    const changed = desk.page.getByRole('dialog', { name: 'Other name' });
    await changed.getByRole('button', { name: 'Save' }).click();
    await until(async () => (await read()).roles[0] === 'APPROVER');
    assert.equal((await read()).label, 'Other name');
    // The form is filled with the saved values and can be saved again.
    await untilValue(changed.getByLabel('Name', { exact: true }), 'Other name');
    await changed.getByLabel('Dealer').check();
    await changed.getByRole('button', { name: 'Save' }).click();
    await until(async () => (await read()).roles.length === 2);
    assert.equal((await read()).label, 'Other name');
    // The user's own actions outside the form are not mistaken for another person's change.
    await changed.getByRole('button', { name: 'Disable' }).click();
    const question = desk.page.getByRole('dialog', { name: 'Disable: Other name' });
    await question.getByRole('button', { name: 'Disable' }).click();
    await changed.getByRole('button', { name: 'Enable' }).waitFor();
    await changed.getByLabel('Approver').uncheck();
    await changed.getByRole('button', { name: 'Save' }).click();
    await until(async () => (await read()).roles.length === 1);
    assert.equal((await read()).active, false);
  });

  it('end the sessions of a user, one and all', async () => {
    await newUser('signed.in');
    const login = { username: 'signed.in', password: PASSWORD };
    for (let at = 0; at < 3; at += 1) {
      await app().as('NOBODY').post('/api/v1/security/request/access-token', login);
    }
    const desk = await sit('ADMIN');
    const drawer = await open(desk, 'signed.in');
    await drawer.getByRole('heading', { name: '3 sessions' }).waitFor();
    await drawer.getByRole('button', { name: 'End', exact: true }).first().click();
    await drawer.getByRole('heading', { name: '2 sessions' }).waitFor();
    await drawer.getByRole('button', { name: 'End sessions' }).click();
    const question = desk.page.getByRole('dialog', { name: 'End sessions: signed.in' });
    await question.getByRole('button', { name: 'End sessions' }).click();
    await drawer.getByText('No active sessions.').waitFor();
  });

  it('refuse an administrator of one office everything that belongs to other offices', async () => {
    await newUser('of.all.offices');
    const { page, go } = await sit('ADMIN', 'Abuja');
    await go('/users?x=of.all.offices');
    await page.getByText('No match').waitFor();
    await go('/users?open=new');
    await untilDisabled(page.getByLabel('All offices'));
  });

  it('show roles as a matrix, and the users who hold a permission', async () => {
    await newUser('held.here', { roles: ['APPROVER'] });
    const desk = await sit('ADMIN');
    const { page } = desk;
    await desk.go('/roles');
    const cell = page.getByRole('button', { name: 'Approver, cash transaction: read' });
    await cell.waitFor();
    await pictures(desk, 'roles');
    assert.match((await cell.textContent()) ?? '', /R.*W\*.*D.*V/s);
    await cell.click();
    const drawer = page.getByRole('dialog', { name: 'Approver · finance.cash-transaction' });
    await drawer.getByText('finance.cash-transaction.approve').waitFor();
    await pictures(desk, 'role-cell');
    await drawer
      .locator('section', { hasText: 'finance.cash-transaction.approve' })
      .getByRole('link', { name: 'Users with this role' })
      .first()
      .click();
    await page.getByRole('button', { name: 'Has finance.cash-transaction.approve' }).waitFor();
    await page.getByRole('row', { name: 'held.here' }).waitFor();
    await desk.go('/roles?a=DEALER&b=CRM');
    await page.getByRole('heading', { name: /^Only Dealer \(\d+\)$/ }).waitFor();
    await pictures(desk, 'role-comparison');
    assert.deepEqual(desk.complaints, []);
  });

  it('create an API client, give it a new secret, and disable it', async () => {
    const desk = await sit('ADMIN');
    const { page } = desk;
    await desk.go('/clients?open=new');
    const form = page.getByRole('dialog', { name: 'New API client' });
    await form.getByLabel('Name', { exact: true }).fill('Portal of the test');
    await form.getByLabel('API client').check();
    await form.getByRole('button', { name: 'Create client' }).click();
    const made = page.getByRole('dialog', { name: 'Client created' });
    const [clientId = '', first = ''] = await textsOf(made.locator('code'));
    assert.match(clientId, /^client-[0-9a-f]{16}$/);
    await closeOnce(page);
    await desk.go('/clients?x=Portal of the test');
    await page.getByRole('row', { name: 'Portal of the test' }).waitFor();
    await pictures(desk, 'clients');
    await page.getByRole('row', { name: 'Portal of the test' }).dblclick();
    const drawer = page.getByRole('dialog', { name: 'Portal of the test' });
    await drawer.getByRole('button', { name: 'New secret' }).click();
    const question = page.getByRole('dialog', { name: 'New secret: Portal of the test' });
    await question.getByRole('button', { name: 'New secret' }).click();
    const renewed = page.getByRole('dialog', { name: 'New secret', exact: true });
    const [, second = ''] = await textsOf(renewed.locator('code'));
    assert.notEqual(second, first);
    await closeOnce(page);
    await pictures(desk, 'client');
    await drawer.getByRole('button', { name: 'Disable' }).click();
    const last = page.getByRole('dialog', { name: 'Disable: Portal of the test' });
    await last.getByRole('button', { name: 'Disable' }).click();
    await drawer.getByRole('button', { name: 'Enable' }).waitFor();
    assert.deepEqual(desk.complaints, []);
  });

  it('show the keys, and rotate those that seal contract notes', async () => {
    const desk = await sit('ADMIN');
    const { page } = desk;
    await desk.go('/keys');
    const panel = page.locator('section', { hasText: 'Contract note keys' });
    await page.getByText('In use', { exact: true }).first().waitFor();
    await pictures(desk, 'keys');
    await panel.getByRole('button', { name: 'Rotate' }).click();
    const question = page.getByRole('dialog', { name: 'Rotate the contract note key' });
    await question.getByRole('button', { name: 'Rotate' }).click();
    await page.getByText('New contract notes are now sealed with a new key.').waitFor();
    await untilCount(panel.getByText('Seals', { exact: true }), 1);
    assert.deepEqual(desk.complaints, []);
  });

  it('are not in the rail of a dealer, and are read-only for an auditor', async () => {
    const dealer = await sit('DEALER');
    assert.equal(await dealer.page.getByRole('link', { name: 'Users', exact: true }).count(), 0);
    const id = await newUser('seen.by.auditor');
    await newUser('auditing.user', { roles: ['AUDITOR'] });
    const auditor = await sitAgain({ name: 'auditing.user', secret: PASSWORD });
    await auditor.go(`/users?open=${id}`);
    const drawer = auditor.page.getByRole('dialog', { name: 'seen.by.auditor' });
    await drawer.getByText('Dealer').waitFor();
    assert.equal(await drawer.getByRole('button', { name: 'Save' }).count(), 0);
    assert.equal(await auditor.page.getByRole('button', { name: 'New user' }).count(), 0);
  });
});
