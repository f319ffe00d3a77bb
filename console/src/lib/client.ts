// The API client of a signed-in user.

import { createClient } from '@countinghouse/sdk';
import { accessToken, SERVER } from './session.js';

export const client = createClient({ baseUrl: SERVER, token: accessToken });
