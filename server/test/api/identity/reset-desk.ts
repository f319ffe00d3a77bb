// Fixture for tests of forgotten passwords: an app with a mail server, users and their reset links.

import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import PostalMime from 'postal-mime';
import {
  type FakeMailServer,
  startFakeMailServer,
} from '../../../src/gateways/fake/mail-server.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json, TestReply } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';
import { type CrmApp, startCrmApp } from '../crm/crm-app.js';

export const FORGOT = '/api/v1/security/password/forgot';
export const RESET = '/api/v1/security/password/reset';
export const USER_LINK = '/api/v1/security/user/reset-link';
export const CUSTOMER_LINK = '/api/v1/security/customer/reset-link';
const LOGIN = '/api/v1/security/request/access-token';
export const OLD = 'an older passphrase';
export const NEW = 'a newer passphrase';
export const OFFICE = 900_001;
export const PUBLIC_URL = 'https://back.ada.example';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const mails: Mail[] = [];
let onMail: () => Promise<void> = async () => undefined;
let running: CrmApp | undefined;
let made = 0;

/** Returns the app of the test file. */
export function desk(): CrmApp {
  assert.ok(running, 'the desk was opened');
  return running;
}

/** Starts the app with its own mail server, and stops both after the file's tests. */
export function openDesk(): void {
  let server: FakeMailServer | undefined;
  before(async () => {
    server = await startFakeMailServer({
      onMail: async ({ to: [to = ''], raw }) => {
        const { subject = '', text = '' } = await PostalMime.parse(raw);
        mails.push({ to, subject, text });
        await onMail();
      },
    });
    running = await startCrmApp({
      smtpUrl: server.url,
      smtpFrom: 'Ada Brokers <no-reply@ada.example>',
      publicUrl: PUBLIC_URL,
    });
  });
  after(async () => {
    await running?.stop();
    await server?.close();
  });
}

/** Sets the action that the mail server runs for each e-mail before it replies. */
export function whenMailed(action: () => Promise<void>): void {
  onMail = action;
}

export interface User {
  readonly id: number;
  readonly username: string;
  readonly email: string;
}

export async function newUser(members: object = {}): Promise<User> {
  made += 1;
  const username = `user-${made}`;
  const email = `user-${made}@ada.example`;
  const body = { username, password: OLD, emailAddress: email, roles: ['DEALER'], ...members };
  const reply = await desk().as('ADMIN').post('/api/v1/security/user/create', body);
  assert.equal(reply.status, 201, reply.text);
  return { id: reply.body.id, username, email };
}

/** Requests a link for a user after resetting the limits that earlier tests have used up. */
export async function forgot(username: string): Promise<TestReply> {
  await desk().db.query(sql`delete from login_delay where kind like 'reset%'`);
  return desk().as('NOBODY').post(FORGOT, { username });
}

export const mailsTo = (address: string, subject = 'Set a new password') =>
  mails.filter((mail) => mail.to === address && mail.subject === subject);

/** Waits until this many links have been sent to an address, and returns the newest. */
export function linkTo(address: string, count = 1): Promise<string> {
  return waitFor(`${count} links to ${address}`, async () => {
    const all = mailsTo(address);
    return all.length >= count && /https?:\S+/.exec(all.at(-1)?.text ?? '')?.[0];
  });
}

export const tokenOf = (link: string): string => new URL(link).hash.replace('#token=', '');

export async function requestedToken({ username, email }: User, count = 1): Promise<string> {
  const reply = await forgot(username);
  assert.equal(reply.status, 202, reply.text);
  return tokenOf(await linkTo(email, count));
}

export async function shownToken(id: number, path = USER_LINK): Promise<string> {
  const reply = await desk().as('ADMIN').post(path, { id, delivery: 'SHOWN' });
  assert.equal(reply.status, 200, reply.text);
  return tokenOf(reply.body.result.link);
}

export const reset = (token: string, newPassword = NEW): Promise<TestReply> =>
  desk().as('NOBODY').post(RESET, { token, newPassword });

export const login = (username: string, password: string, code?: string): Promise<TestReply> =>
  desk()
    .as('NOBODY')
    .post(LOGIN, { username, password, ...(code && { code }) });

export function expectVoid(reply: TestReply): void {
  assert.equal(reply.status, 422, reply.text);
  assert.equal(reply.body.msgCode, 'PASSWORD_LINK_VOID');
  assert.equal(reply.body.errors[0].pointer, '/token');
}

export const auditOf = async (id: number): Promise<Json[]> =>
  desk().db.query(sql`
    select msg_code as "msgCode", address from audit_entry
    where operation = 'password-reset' and principal_id = ${BigInt(id)} order by id`);

/** Returns for how many more seconds a user's link is valid. */
export async function lifeOf(userId: number): Promise<number> {
  const [row] = await desk().db.query<{ seconds: number }>(sql`
    select extract(epoch from expires_at - now())::float8 as seconds
    from password_reset where holder_id = ${BigInt(userId)}`);
  return row?.seconds ?? 0;
}

export interface PortalCustomer {
  readonly id: number;
  readonly userName: string;
}

export async function newCustomer(emailAddress1: string): Promise<PortalCustomer> {
  made += 1;
  const userName = `portal-${made}`;
  const reply = await desk()
    .as('OPERATIONS')
    .post('/api/v1/partner/customer/create', {
      ...{ firstName: 'Ngozi', lastName: 'Okafor', emailAddress1, businessOfficeId: OFFICE },
      ...{ customerGroupName: 'STANDARD', portalUserName: userName, portalPassword: OLD },
    });
  assert.equal(reply.status, 201, reply.text);
  return { id: reply.body.id, userName };
}
