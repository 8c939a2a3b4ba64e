"""Recordings that are thinned out when they are full."""

from __future__ import annotations

import numpy as np

from hlorepl.mdf.thinning import Course


def test_a_full_course_keeps_every_second_step():
    course = Course([("A", "x", "v1"), ("A", "y", "v2")], max_kept=30)
    for step in range(100):
        course.add((float(step), np.zeros(2)))
    run = course.run()
    assert course.stride == 16
    np.testing.assert_array_equal(run["A"]["x"], np.arange(0.0, 100.0, 16))
    assert run["A"]["y"].shape == (7, 2)
