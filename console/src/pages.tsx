// Everything behind the sign-in: the router, all pages, and the cache of the server's replies.

import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { cache, fillCache } from './lib/api.js';
import { router } from './routes.js';

export function Pages(): ReactNode {
  useState(fillCache);
  // The cached replies of one user are deleted before the next one signs in.
  useEffect(() => () => cache.clear(), []);
  return (
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

// Shown over the pages, and after the end of a session over the sign-in.
export { Toasts } from './component/toast.js';
