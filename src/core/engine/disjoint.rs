//! Slices of which several threads write disjoint parts at the same time.

use std::marker::PhantomData;
use std::ops::Range;

/// A slice that is lent out in parts.
pub(crate) struct DisjointSlice<'a, T> {
    start: *mut T,
    len: usize,
    whole: PhantomData<&'a mut [T]>,
}

// SAFETY: it is a mutable slice that can be cut; the code that takes parts promises that no two of
// them overlap.
unsafe impl<T: Send> Sync for DisjointSlice<'_, T> {}

impl<'a, T> DisjointSlice<'a, T> {
    pub fn of(whole: &'a mut [T]) -> Self {
        Self { start: whole.as_mut_ptr(), len: whole.len(), whole: PhantomData }
    }

    /// Some of the elements.
    ///
    /// # Safety
    /// As long as it lives, no other reference to them exists.
    ///
    /// # Panics
    /// Where they are not in the slice.
    pub unsafe fn part(&self, range: Range<usize>) -> &'a mut [T] {
        assert!(range.start <= range.end && range.end <= self.len, "a part of the slice");
        // SAFETY: within the slice, and the caller's promise makes it the only way there.
        unsafe { std::slice::from_raw_parts_mut(self.start.add(range.start), range.len()) }
    }

    /// Writes one element.
    ///
    /// # Safety
    /// No other thread reads or writes it at the same time.
    ///
    /// # Panics
    /// Where it is not in the slice.
    #[inline(always)]
    pub unsafe fn set(&self, index: usize, value: T)
    where
        T: Copy,
    {
        assert!(index < self.len, "an element of the slice");
        // SAFETY: within the slice, and the caller's promise.
        unsafe { self.start.add(index).write(value) }
    }
}
