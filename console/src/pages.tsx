// All that comes after the sign-in: the router with every page.

import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { router } from './routes.js';

export function Pages(): ReactNode {
  return <RouterProvider router={router} />;
}
