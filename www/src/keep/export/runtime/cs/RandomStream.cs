using System;
using System.Collections.Generic;
using UnityEngine;

namespace Flockwright
{
    public sealed partial class Flock
    {
        /// <summary>
        /// Random numbers from 0 to 1, the same as the playground draws (PCG32, O'Neill 2014): one stream per purpose, unit and
        /// tick. Purposes: 1 places, 3 wandering, 4 top speeds, 5 roaming, 9 noise, 10 unrest.
        /// </summary>
        private struct RandomStream
        {
            private const ulong Multiplier = 6364136223846793005UL;
            private const ulong SeedIncrement = 11634580027462260723UL;
            private readonly ulong increment;
            private ulong state;

            public RandomStream(int purpose, long a, long b)
            {
                unchecked
                {
                    ulong seeded = Scramble(Scramble(Scramble(Seed ^ ((ulong)purpose << 56)) ^ (ulong)a) ^ (ulong)b);
                    ulong second = seeded * Multiplier + SeedIncrement, third = second * Multiplier + SeedIncrement;
                    ulong fourth = third * Multiplier + SeedIncrement, fifth = fourth * Multiplier + SeedIncrement;
                    increment = Output(fourth) | ((ulong)Output(fifth) << 32) | 1UL;
                    state = (Output(second) | ((ulong)Output(third) << 32)) + increment;
                    state = state * Multiplier + increment;
                }
            }

            public float Next()
            {
                uint word = Output(state);
                unchecked { state = state * Multiplier + increment; }
                return (word >> 8) / 16777216f;
            }

            /// <summary>The finalizer of SplitMix64 (Steele, Lea and Flood 2014).</summary>
            private static ulong Scramble(ulong value)
            {
                unchecked
                {
                    ulong z = value + 0x9e3779b97f4a7c15UL;
                    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9UL;
                    z = (z ^ (z >> 27)) * 0x94d049bb133111ebUL;
                    return z ^ (z >> 31);
                }
            }

            /// <summary>The high bits of a state, turned by its highest ones.</summary>
            private static uint Output(ulong state)
            {
                uint word = (uint)(((state >> 18) ^ state) >> 27);
                int turn = (int)(state >> 59);
                return (word >> turn) | (word << (-turn & 31));
            }
        }
    }
}
