/** Comes before the first schema: each is used a few times here, and a program written for it would take longer than it saves. */
import { config } from 'zod';

config({ jitless: true });
