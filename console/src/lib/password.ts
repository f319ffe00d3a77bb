// Requests a link for a forgotten password, and sets a password with the link's token.

import { createClient } from '@countinghouse/sdk';
import { SERVER } from './session.js';

/** Does not retry, so that the page can show the waiting time immediately. */
const door = createClient({ baseUrl: SERVER, attempts: 1 });

const PAGE = '/console/reset-password';
const AFTER = '/console/';

/** Returns whether the page's URL is a link for setting a password. */
export function isResetPage(): boolean {
  return window.location.pathname === PAGE;
}

/** Removes the token from the address bar and from the history. */
export function takeResetToken(): string {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';
  if (token !== '') window.history.replaceState(undefined, '', PAGE);
  return token;
}

/** Shows the sign-in without reloading the page. */
export function leaveResetPage(): void {
  window.history.replaceState(undefined, '', AFTER);
}

/** Requests a link by e-mail. The reply does not reveal whether the name exists. */
export async function requestPassword(username: string): Promise<void> {
  await door.post('security/password/forgot', { body: { username } });
}

export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await door.post('security/password/reset', { body: { token, newPassword } });
}
