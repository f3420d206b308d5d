// A small fixed log: one record for each thing that a filter, a link or a missing value can be about.

import type { TestLog } from './app.js';

const day = (date: string, time = '12:00:00.000') => `${date}T${time}Z`;

/** Seven catches, newest first as `g f e d c b a`; `g` has no time and comes last. */
export const smallLog: TestLog = {
  catches: [
    {
      id: 'a',
      caughtAt: day('2026-03-28', '22:30:00.000'),
      species: 'Pike',
      lengthCm: 82.5,
      quantity: 1,
      catchAndRelease: true,
      tags: ['dawn', 'boat'],
      notes: 'By the reeds',
      spotId: 's1',
      lureId: 'l1',
      comboId: 'c1',
      createdAt: day('2026-03-29'),
      updatedAt: day('2026-03-29'),
    },
    {
      id: 'b',
      caughtAt: day('2026-03-28', '23:30:00.000'),
      species: 'pike',
      lengthCm: 50,
      quantity: 2,
      catchAndRelease: false,
      tags: [],
      spotId: 'gone',
      comboId: 'c2',
      updatedAt: day('2026-04-01'),
    },
    {
      id: 'c',
      caughtAt: day('2026-03-29', '21:59:59.999'),
      species: 'ÅBO, salted',
      lengthCm: -3.25,
      tags: ['Dawn'],
      photos: [{ url: 'https://photos.example/c.jpg', caption: null }],
      lureId: 'l2',
    },
    { id: 'd', caughtAt: day('2026-03-29', '22:00:00.000'), species: 'Perch', lengthCm: 0, quantity: 0 },
    { id: 'e', caughtAt: day('2026-10-24', '22:00:00.000'), species: 'perch*', notes: 'Reed\nbed [deep]?' },
    { id: 'f', caughtAt: day('2026-10-25', '22:59:59.999'), species: 'back\\slash', lengthCm: 50 },
    { id: 'g', species: null, catchAndRelease: true, notes: 'ΣΊΣΥΦΟΣ' },
  ],
  spots: [{ id: 's1', name: 'North bay', lat: 59.37, lng: 17.02, country: 'Sweden' }],
  lures: [
    { id: 'l1', name: 'Perch crank', brand: 'Rapala', targetSpecies: ['Pike', 'Perch'] },
    { id: 'l2', name: 'Spinner' },
  ],
  combos: [
    { id: 'c1', name: 'Perch stick', rodId: 'r1', reelId: 'e1', lineId: 'n1', active: true },
    { id: 'c2', name: 'Old stick', rodId: 'nowhere', active: false },
  ],
  rods: [{ id: 'r1', name: 'Light', purchasedOn: '2024-03-16', pieces: 2 }],
  reels: [
    {
      id: 'e1',
      name: 'Small reel',
      purchasedOn: '2024-03-17',
      currentLineId: 'n1',
      lineHistory: [
        { lineId: 'n0', spooledAt: day('2025-01-01'), removedAt: day('2026-01-01') },
        { lineId: 'n1', spooledAt: day('2026-01-01'), removedAt: null },
      ],
    },
  ],
  lines: [{ id: 'n1', name: 'Thin braid', diameterMm: 0.13 }],
};
