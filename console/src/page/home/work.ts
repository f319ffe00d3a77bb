// The counts of everything on the home page, which its parts share.

import type { Own } from '../../lib/permission.js';
import { useWork } from '../../lib/work.js';
import { countsFor } from './figure.js';
import { toDosFor } from './to-do.js';

export const useHomeWork = (own: Own) => useWork([...toDosFor(own), ...countsFor(own)]);
