// Forgotten passwords: asking for a link, and setting a password by the token of one.

import { createClient } from '@countinghouse/sdk';
import { SERVER } from './session.js';

/** Tries once, so that the page shows at once how long to wait. */
const door = createClient({ baseUrl: SERVER, attempts: 1 });

const PAGE = '/console/reset-password';
const AFTER = '/console/';

/** Whether the address is that of a link to set a password. */
export function isResetPage(): boolean {
  return window.location.pathname === PAGE;
}

/** Takes the token out of the address, so that it stays neither in the bar nor in the history. */
export function takeResetToken(): string {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';
  if (token !== '') window.history.replaceState(undefined, '', PAGE);
  return token;
}

/** Goes on to the sign-in without loading the page again. */
export function leaveResetPage(): void {
  window.history.replaceState(undefined, '', AFTER);
}

/** Asks for a link by e-mail. The reply is the same whether the name exists or not. */
export async function requestPassword(username: string): Promise<void> {
  await door.post('security/password/forgot', { body: { username } });
}

export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await door.post('security/password/reset', { body: { token, newPassword } });
}
