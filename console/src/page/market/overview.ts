// The overview of a security, which its page shows in parts.

import type { ReplyOf } from '@countinghouse/sdk';

export type Overview = ReplyOf<'get', 'research/get-security-overview/symbol'>;
