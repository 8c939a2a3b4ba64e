// The specification's example.
func.func @specification_example() {
  %initial_state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %output_state, %output = "stablehlo.rng_bit_generator"(%initial_state) {
    rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>
  } : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui64>)
  check.expect_eq_const %output_state, dense<[1, 6]> : tensor<2xui64>
  check.expect_eq_const %output, dense<[[9236835810183407956, 16087790271692313299], [18212823393184779219, 2658481902456610144]]> : tensor<2x2xui64>
  return
}

func.func @three_fry_ui32() {
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %next, %random = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  check.expect_eq_const %next, dense<[1, 5]> : tensor<2xui64>
  check.expect_eq_const %random, dense<[43444564, 2150618427, 3979645651, 3745730563, 1672743891]> : tensor<5xui32>
  return
}

func.func @three_fry_even_first_dimension() {
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %next, %random = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  check.expect_eq_const %next, dense<[1, 5]> : tensor<2xui64>
  check.expect_eq_const %random, dense<[[43444564, 3979645651, 1672743891], [2150618427, 3745730563, 4240503393]]> : tensor<2x3xui32>
  return
}

func.func @three_fry_i8() {
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %next, %random = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xi8>)
  check.expect_eq_const %next, dense<[1, 4]> : tensor<2xui64>
  check.expect_eq_const %random, dense<[84, 59, -45]> : tensor<3xi8>
  return
}

func.func @three_fry_bf16() {
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %next, %random = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xbf16>)
  check.expect_eq_const %next, dense<[1, 4]> : tensor<2xui64>
  %bits = stablehlo.bitcast_convert %random : (tensor<3xbf16>) -> tensor<3xui16>
  check.expect_eq_const %bits, dense<[59732, 54587, 37587]> : tensor<3xui16>
  return
}

func.func @three_fry_ui4() {
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %next, %random = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui4>)
  check.expect_eq_const %next, dense<[1, 4]> : tensor<2xui64>
  check.expect_eq_const %random, dense<[4, 11, 3]> : tensor<3xui4>
  return
}

func.func @philox_ui64() {
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %next, %random = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui64>)
  check.expect_eq_const %next, dense<[1, 4]> : tensor<2xui64>
  check.expect_eq_const %random, dense<[[12229731395331991369, 3437131457114678231], [13465615291114923006, 9328616520744100567]]> : tensor<2x2xui64>
  return
}

func.func @philox_f32() {
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %next, %random = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xf32>)
  check.expect_eq_const %next, dense<[1, 4]> : tensor<2xui64>
  %bits = stablehlo.bitcast_convert %random : (tensor<5xf32>) -> tensor<5xui32>
  check.expect_eq_const %bits, dense<[2100602697, 2847456232, 2074354647, 800269529, 1828267006]> : tensor<5xui32>
  return
}

func.func @philox_long_state() {
  %state = stablehlo.constant dense<[1, 2, 3]> : tensor<3xui64>
  %next, %random = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui32>)
  check.expect_eq_const %next, dense<[1, 4, 3]> : tensor<3xui64>
  check.expect_eq_const %random, dense<[4031113034, 1366700262, 495645701, 3051723414, 89414891]> : tensor<5xui32>
  return
}

func.func @philox_carries_into_the_last_word() {
  %state = stablehlo.constant dense<[9223372036854788153, 18446744073709551614, 7]> : tensor<3xui64>
  %next, %random = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3xui64>)
  check.expect_eq_const %next, dense<[9223372036854788153, 0, 8]> : tensor<3xui64>
  check.expect_eq_const %random, dense<[15862291750313917598, 16759195789559683359, 6923939651574899420]> : tensor<3xui64>
  return
}

func.func @default_is_philox() {
  %state = stablehlo.constant dense<[1, 2, 3]> : tensor<3xui64>
  %next, %random = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3xui16>)
  check.expect_eq_const %next, dense<[1, 3, 3]> : tensor<3xui64>
  check.expect_eq_const %random, dense<[59210, 12518, 62469]> : tensor<3xui16>
  return
}

func.func @rank_0() {
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %next, %random = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  check.expect_eq_const %next, dense<[1, 3]> : tensor<2xui64>
  check.expect_eq_const %random, dense<43444564> : tensor<ui32>
  return
}

func.func @zero_sized() {
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %next, %random = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x0xf64>)
  check.expect_eq_const %next, dense<[1, 2]> : tensor<2xui64>
  check.expect_eq_const %random, dense<> : tensor<3x0xf64>
  return
}
