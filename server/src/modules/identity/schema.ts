// The wire shapes that all identity folders share.

import { openObject, wireId } from '../../platform/http/shape/wire.js';

export const idParams = openObject({ id: wireId({ description: 'Record id' }) });
